import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useHotkey } from './hotkeys.ts'

interface RowKeyActions<Row> {
	onOpen?: (key: string) => Row | undefined
	to?: (row: Row) => string
	onSelect?: (key: string) => void
}

/** J and K move the mark through the rows, Enter opens the marked row, X selects it. */
export function useRowKeys<Row>(keys: string[], { onOpen, to, onSelect }: RowKeyActions<Row>) {
	const [current, setCurrent] = useState<string>()
	const navigate = useNavigate()
	const latest = useRef(keys)
	latest.current = keys
	const move = (by: number) => {
		const at = latest.current.indexOf(current ?? '')
		const next = latest.current[at < 0 ? 0 : Math.min(Math.max(at + by, 0), latest.current.length - 1)]
		setCurrent(next)
		if (next) document.querySelector(`[data-row="${CSS.escape(next)}"]`)?.scrollIntoView({ block: 'nearest' })
	}
	const open = () => {
		const row = current === undefined ? undefined : onOpen?.(current)
		if (row && to) navigate(to(row))
	}
	useHotkey('nextRow', () => move(1), keys.length > 0)
	useHotkey('previousRow', () => move(-1), keys.length > 0)
	useHotkey('openRow', open, current !== undefined && to !== undefined)
	useHotkey('selectRow', () => current !== undefined && onSelect?.(current), current !== undefined && !!onSelect)
	return [current, setCurrent] as const
}

import type { SettingsDone, SignInRule } from '@larek/api/admin/types.gen.ts'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { Button } from '~/kit/Button.tsx'
import { Card, Detail, Details } from '~/kit/Card.tsx'
import { field, SelectField, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { countriesOf, historyOf, reasons, serviceName, signInRule } from './labels.ts'
import { saveSignInRule, settingKeys } from './queries.ts'

/** Where each service that the shop has keys of may be used to sign in. */
export function SignInCard({ rules, onChange }: { rules: SignInRule[]; onChange: (provider: string) => void }) {
	return (
		<Card title={m['settings.area_sign_in']()}>
			<Details wide>
				{rules.map((rule) => (
					<Detail key={rule.provider} name={serviceName[rule.provider]()}>
						<span className="flex items-center justify-between gap-2">
							<span>
								{signInRule(rule)}
								{!rule.configured && <span className="text-muted"> · {m['settings.not_configured']()}</span>}
							</span>
							<Button
								size="small"
								aria-label={m['settings.change_of']({ area: serviceName[rule.provider]() })}
								onClick={() => onChange(rule.provider)}
							>
								{m['settings.change']()}
							</Button>
						</span>
					</Detail>
				))}
			</Details>
			<p className="mt-2.5 text-xs text-muted">
				<Link className="text-sky underline underline-offset-3" to={historyOf('sign_in')}>
					{m['settings.history']()}
				</Link>
			</p>
		</Card>
	)
}

const schema = z.object({
	allowed: z.enum(['yes', 'no']),
	except: z
		.string()
		.check(z.trim(), z.toUpperCase(), z.regex(/^([A-Z]{2}([ ,]+[A-Z]{2})*)?$/, m['settings.error_countries']())),
})

/** Edits where a service may be used to sign in. */
export function SignInDialog({ rule, onClose }: { rule: SignInRule; onClose: () => void }) {
	const was = { allowed: rule.allowed, except: rule.except }
	return (
		<ActionDialog<z.infer<typeof schema>, SettingsDone>
			open
			onClose={onClose}
			title={m['settings.sign_in_of']({ service: serviceName[rule.provider]() })}
			consequences={[m['settings.effect_sign_in']()]}
			reasons={reasons()}
			schema={schema}
			defaults={{ allowed: rule.allowed ? 'yes' : 'no', except: rule.except.join(', ') }}
			submit={m['keys.save']()}
			done={m['settings.saved']()}
			run={({ allowed, except, reason }, key) =>
				saveSignInRule(rule.provider, { allowed: allowed === 'yes', except: countriesOf(except), was, reason }, key)
			}
			invalidate={[settingKeys.all]}
		>
			{(form) => (
				<>
					<SelectField
						label={m['settings.sign_in_rule']()}
						options={[
							{ value: 'yes', label: m['settings.allowed']() },
							{ value: 'no', label: m['settings.denied']() },
						]}
						{...field(form, 'allowed')}
					/>
					<TextField label={m['settings.except']()} hint={m['settings.except_hint']()} {...field(form, 'except')} />
				</>
			)}
		</ActionDialog>
	)
}

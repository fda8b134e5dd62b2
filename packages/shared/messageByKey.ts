/**
 * The text for a key known only while running, such as a status from the server. Pass the few messages it may be:
 * a lookup in all of them would bring the whole catalogue to the browser. A missing key is shown itself.
 */
export function messageByKey(messages: Record<string, (() => string) | undefined>, key: string): string {
	return messages[key]?.() ?? key
}

type Field = HTMLInputElement | HTMLTextAreaElement

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !TICKED.has(target.type))
const TICKED: ReadonlySet<string> = new Set(['checkbox', 'radio', 'file', 'hidden'])

/**
 * Replays typing. React tracks the value of a field and ignores an input event that does not change it: so the
 * tracked value goes back to the server's, and the native setter writes the new one past React's tracking.
 */
const replay = (field: Field, value: string): void => {
  field.value = field.defaultValue
  const { prototype } = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Records what is typed before the page hydrates; React would reset the fields to the server's values. The returned function
 * replays it once.
 */
export const preserveEarlyInput = (root: HTMLElement): (() => void) => {
  const typed = new Map<Field, string>()
  const record = ({ target }: Event): void => {
    if (isField(target)) typed.set(target, target.value)
  }
  for (const field of root.querySelectorAll('input, textarea'))
    if (isField(field) && field.value !== field.defaultValue) typed.set(field, field.value)
  root.addEventListener('input', record, true)
  return () => {
    root.removeEventListener('input', record, true)
    const inputs = [...typed]
    typed.clear()
    for (const [field, value] of inputs) if (field.isConnected) replay(field, value)
  }
}

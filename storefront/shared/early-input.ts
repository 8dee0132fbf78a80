type Field = HTMLInputElement | HTMLTextAreaElement

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !TICKED.has(target.type))
const TICKED: ReadonlySet<string> = new Set(['checkbox', 'radio', 'file', 'hidden'])

/**
 * As if it were typed now. React remembers the value of a field and takes an event for a change only when it finds another
 * one: so what it remembers is put back to what the server drew, and the new value is written past that memory.
 */
const write = (field: Field, value: string): void => {
  field.value = field.defaultValue
  const kind = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Keeps what is typed into a page that the server drew, before the page is alive: nobody hears it, and the next
 * drawing of the page would put the field back to what the server knew. The answer writes it again, once.
 */
export const keepTypedEarly = (root: HTMLElement): (() => void) => {
  const typed = new Map<Field, string>()
  const hear = ({ target }: Event): void => {
    if (isField(target)) typed.set(target, target.value)
  }
  for (const field of root.querySelectorAll('input, textarea'))
    if (isField(field) && field.value !== field.defaultValue) typed.set(field, field.value)
  root.addEventListener('input', hear, true)
  return () => {
    root.removeEventListener('input', hear, true)
    const left = [...typed]
    typed.clear()
    for (const [field, value] of left) if (field.isConnected) write(field, value)
  }
}

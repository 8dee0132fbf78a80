/** Scrolls to a field, or to a group of fields, and puts the cursor into it. */
export const focusOn = (id: string): void => {
  const field = document.getElementById(id)
  field?.scrollIntoView({ block: 'center' })
  const inside = field?.matches('input, select, textarea') ? field : field?.querySelector('input, select, textarea')
  if (inside instanceof HTMLElement) inside.focus({ preventScroll: true })
}

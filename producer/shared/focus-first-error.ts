/** Moves to the first field or message that is wrong, once its error is shown. */
export const focusFirstError = (): void => {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>('form [aria-invalid="true"], form [role="alert"]')
    field?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    field?.focus({ preventScroll: true })
  })
}

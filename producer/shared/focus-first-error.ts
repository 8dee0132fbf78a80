/** Moves to the first field or message that is wrong, once its error is shown. */
export const focusFirstError = (): void => moveTo('form [aria-invalid="true"], form [role="alert"]')

/** The same of fields that are in no form. */
export const focusFirstWrongField = (): void => moveTo('[aria-invalid="true"]')

const moveTo = (wrong: string): void => {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>(wrong)
    field?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    field?.focus({ preventScroll: true })
  })
}

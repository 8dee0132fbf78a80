interface BlurredField {
  readonly field: PropertyKey
  readonly form: {
    readonly isValid: (field: string) => boolean
    readonly validateField: (field: string) => unknown
  }
}

/** As long as a press takes. */
const PRESS_MS = 250

/**
 * Options of a form that says what is wrong with a field once it is left. It waits: an error moves what is below it, and the
 * press that left the field would otherwise miss its target. What the server said of a field in the meantime stays.
 */
export const VALIDATE_ON_BLUR = {
  enhanceGetInputProps: ({ field, form }: BlurredField) => ({
    onBlur: () => {
      const name = String(field)
      setTimeout(() => {
        if (!form.isValid(name)) form.validateField(name)
      }, PRESS_MS)
    },
  }),
}

/** The five steps of creating or editing an event. */
export const WIZARD_STEPS = ['setup', 'location', 'time', 'forms', 'description'] as const
export type WizardStep = (typeof WIZARD_STEPS)[number]
const placeOf = (step: string | undefined): number => WIZARD_STEPS.findIndex((each) => each === step)

/**
 * The step to show when `target` is requested coming from `previous` (the step left behind; nothing on a direct load).
 * Going back is always allowed, going forward is one step at a time, and an unknown step leads to the first.
 */
export const enterStep = (target: string, previous?: string): WizardStep => {
  const furthest = placeOf(previous) + 1
  const place = Math.min(Math.max(0, placeOf(target)), furthest)
  return WIZARD_STEPS[place] ?? 'setup'
}

/** The step after this one, or nothing after the last. */
export const nextStep = (step: WizardStep): WizardStep | undefined => WIZARD_STEPS[placeOf(step) + 1]

/** The counter in the header: `{ current: 2, total: 5 }`. */
export const stepCounter = (step: WizardStep): { readonly current: number; readonly total: number } => ({
  current: placeOf(step) + 1,
  total: WIZARD_STEPS.length,
})

/** The list of ticket types, to which the buttons of an empty cart lead. */
export const TICKETS_ID = 'tickets'

/** Scrolls to an element of the page and puts the cursor on its first control. */
export const goTo = (id: string): void => {
  const target = document.getElementById(id)
  if (!target) return
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  target.scrollIntoView({ block: 'start', behavior: still ? 'auto' : 'smooth' })
  target.querySelector<HTMLElement>('button:not(:disabled), input')?.focus({ preventScroll: true })
}

/** Leads to the choice of tickets. */
export const goToTickets = (): void => goTo(TICKETS_ID)

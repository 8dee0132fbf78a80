import type { KeyboardEvent } from 'react'

/** Controls of the list in which groups stand; the value of each is the first of its places. */
const GROUPS = 'input[name=group]'

/** Moves the focus to the group that is shown nearest to a place; false where the list shows none. */
export const focusGroup = (place: number): boolean => {
  const distance = ({ value }: HTMLInputElement): number => Math.abs(Number(value) - place)
  const [nearest] = [...document.querySelectorAll<HTMLInputElement>(GROUPS)].sort((a, b) => distance(a) - distance(b))
  nearest?.focus()
  return nearest !== undefined
}

/**
 * Arrows move the focus from group to group and take nothing, Enter takes as Space does: a native group of radios would
 * hold each group that is passed.
 */
export const onGroupKey = (event: KeyboardEvent<HTMLInputElement>): void => {
  const { key, currentTarget: group } = event
  const isArrow = key.startsWith('Arrow')
  if (!isArrow && key !== 'Enter') return
  // With a modifier they are the browser's: back, forward.
  if (event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  if (!isArrow) return group.click()
  const onward = getComputedStyle(group).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const step = key === 'ArrowDown' || key === onward ? 1 : -1
  const all = [...document.querySelectorAll<HTMLInputElement>(GROUPS)]
  all.at((all.indexOf(group) + step) % all.length)?.focus()
}

import type { Translate } from '../../shared/translator.ts'
import type { PassesView } from '../../state/order-state.ts'

type Facts = Pick<PassesView, 'shared' | 'live' | 'over' | 'doors' | 'start' | 'day'> &
  Partial<Pick<PassesView, 'notice'>>

/** What the page has: a cancelled ticket has no code to show, and tickets of other people are not counted. */
export const whatText = (view: Facts, t: Translate): string => {
  // Nobody meets there.
  if (view.notice?.cancelled) return t('choice.notice.cancelled')
  if (!view.shared) return view.live === 0 ? t('pass.none_left') : t('pass.title', { count: view.live })
  return t(view.live === 0 ? 'pass.shared_cancelled' : 'pass.shared_text')
}

export const whenText = (view: Facts, t: Translate): string => {
  if (view.over) return t('pass.over', { day: view.day })
  if (view.doors) return t('pass.doors', { day: view.day, start: view.start, time: view.doors })
  return t('pass.starts', { day: view.day, time: view.start })
}

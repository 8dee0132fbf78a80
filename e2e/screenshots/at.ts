import type { Facts } from './facts.ts'
import type { Screen, Stage } from './screen.ts'

type Path = Screen['path']
type More = Partial<Omit<Screen, 'name' | 'path'>>

/** A screen of the organisers' app, as the demo's producer sees it unless told. */
export const at = (name: string, path: string | Path, more: More = {}): Screen => ({
  name,
  as: 'producer',
  ...more,
  path: typeof path === 'string' ? () => path : path,
})

/** The address of an event in this phase of its life. */
export const ofEvent =
  (phase: keyof Facts['events'], rest = ''): Path =>
  ({ events }) =>
    `/events/${events[phase].uuid}${rest}`

/** As if what is over were put away: to do so would take it from the other pictures. */
export const putAway = async ({ page, facts }: Stage): Promise<void> => {
  await page.route(/\/producer\/events(\/|\?)/u, async (route) => {
    const asked = route.request().url()
    const isList = /[?&]filter(\[|%5B)status(\]|%5D)=archived/u.test(asked)
    if (!isList && !asked.includes(facts.events.over.uuid)) return route.fallback()
    const url = asked.replace(/filter(\[|%5B)status(\]|%5D)=archived/u, 'filter[time]=past')
    const response = await route.fetch({ url })
    const text = (await response.text()).replaceAll('"phase":"over"', '"phase":"archived"')
    return route.fulfill({ response, body: text.replaceAll('"status":"published"', '"status":"archived"') })
  })
  await page.reload()
}

import type { Facts } from './facts.ts'
import type { Screen, ScreenContext } from './screen.ts'

type Path = Screen['path']
type More = Partial<Omit<Screen, 'name' | 'path'>>

/** A screen of the producer app; by default as the demo's producer sees it. */
export const at = (name: string, path: string | Path, more: More = {}): Screen => ({
  name,
  as: 'producer',
  ...more,
  path: typeof path === 'string' ? () => path : path,
})

/** The path of the demo's event in this phase. */
export const ofEvent =
  (phase: keyof Facts['events'], subpath = ''): Path =>
  ({ events }) =>
    `/events/${events[phase].uuid}${subpath}`

/** Shows the past event as archived by changing replies: archiving it would remove it from the other screenshots. */
export const putAway = async ({ page, facts }: ScreenContext): Promise<void> => {
  await page.route(/\/producer\/events(\/|\?)/u, async (route) => {
    const requested = route.request().url()
    const isList = /[?&]filter(\[|%5B)status(\]|%5D)=archived/u.test(requested)
    if (!isList && !requested.includes(facts.events.over.uuid)) return route.fallback()
    const url = requested.replace(/filter(\[|%5B)status(\]|%5D)=archived/u, 'filter[time]=past')
    const response = await route.fetch({ url })
    const text = (await response.text()).replaceAll('"phase":"over"', '"phase":"archived"')
    return route.fulfill({ response, body: text.replaceAll('"status":"published"', '"status":"archived"') })
  })
  await page.reload()
}

import { afterEach, describe, expect, it, vi } from 'vitest'
import { HASH, wireOf } from '../../testing/seats.ts'

const URL_OF_HALL = `/api/v1/public/events/e1/seat_map/${HASH}`

/** The script on a page whose head names a hall, with this answer of the server. */
const onPage = async (answer: () => Response | Promise<Response>, head = preload(URL_OF_HALL)) => {
  document.documentElement.lang = 'en'
  document.head.innerHTML = head
  const requests = vi.fn<(url: string, options: RequestInit) => Response | Promise<Response>>(answer)
  vi.stubGlobal('fetch', async (url: string, options: RequestInit) => requests(url, options))
  vi.resetModules()
  const { earlyHall } = await import('./early-hall.ts')
  return { earlyHall, requests }
}
const preload = (url: string): string => `<link rel="preload" as="fetch" href="${url}" crossorigin>`
const hall = (): Response => Response.json({ data: wireOf() })

afterEach(() => {
  document.head.innerHTML = ''
  document.documentElement.lang = 'he'
  vi.unstubAllGlobals()
})

describe('the hall that a page names in its head', () => {
  it('is requested when the script runs, and computed in the language of the page', async () => {
    const { earlyHall, requests } = await onPage(hall)
    expect(requests).toHaveBeenCalledTimes(1)
    expect(new URL(requests.mock.calls[0]?.[0] ?? '', location.href).pathname).toBe(URL_OF_HALL)
    const sale = await earlyHall(HASH, 'en')
    expect(sale?.map.size).toBeGreaterThan(500)
    expect(sale?.scene.sections.map(({ section }) => section.name)).toContain('Stalls')
    expect(requests).toHaveBeenCalledTimes(1)
  })

  it('is not that of another edition or another language', async () => {
    const { earlyHall } = await onPage(hall)
    expect(await earlyHall('another', 'en')).toBeUndefined()
    expect(await earlyHall(HASH, 'he')).toBeUndefined()
  })

  it('is left to the page where it did not come', async () => {
    const refused = await onPage(() => new Response('', { status: 503 }))
    expect(await refused.earlyHall(HASH, 'en')).toBeUndefined()
    const offline = await onPage(() => Promise.reject(new TypeError('network')))
    expect(await offline.earlyHall(HASH, 'en')).toBeUndefined()
    const broken = await onPage(() => new Response('<html>'))
    expect(await broken.earlyHall(HASH, 'en')).toBeUndefined()
  })

  it('is nothing on a page that names none', async () => {
    const { earlyHall, requests } = await onPage(hall, preload('/api/v1/public/events/e1/seats'))
    expect(requests).not.toHaveBeenCalled()
    expect(await earlyHall(HASH, 'en')).toBeUndefined()
  })
})

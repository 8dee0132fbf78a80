import { useLocation, useRouter } from '@tanstack/react-router'

export const TABS = ['coming', 'drafts', 'past', 'cancelled', 'archived'] as const
export type Tab = (typeof TABS)[number]

/** Scanners see no drafts, nothing that was cancelled and no archive. */
export const tabsOf = (manages: boolean): readonly Tab[] =>
  manages ? TABS : TABS.filter((tab) => tab === 'coming' || tab === 'past')

export interface HomeLocation {
  readonly tab: Tab
  readonly page: number
}

const readLocation = (query: string): HomeLocation => {
  const params = new URLSearchParams(query)
  const page = Number(params.get('page'))
  return {
    tab: TABS.find((tab) => tab === params.get('tab')) ?? 'coming',
    page: Number.isInteger(page) && page > 1 ? page : 1,
  }
}

const writeLocation = ({ tab, page }: HomeLocation): string => {
  const query = new URLSearchParams()
  if (tab !== 'coming') query.set('tab', tab)
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return text === '' ? '/' : `/?${text}`
}

/** Tab and page are in the URL, so that returning from an event shows the same list. */
export const useHomeLocation = (): readonly [HomeLocation, (place: HomeLocation) => void] => {
  const query = useLocation({ select: ({ searchStr }) => searchStr })
  const router = useRouter()
  return [readLocation(query), (place) => router.history.replace(writeLocation(place))]
}

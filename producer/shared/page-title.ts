import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteFacts } from './route-facts.ts'

/** The words of the route's title; empty where it has none. */
export const useRouteTitle = (): string => {
  const { t } = useTranslation('shell')
  const { title } = useRouteFacts()
  return title === undefined ? '' : t(`titles.${title}`)
}

/** The tab's title. A screen that knows a better one (the event's name) calls this again with it. */
export const usePageTitle = (text: string): void => {
  const { t } = useTranslation('shell')
  const app = t('app')
  useEffect(() => {
    document.title = text === '' ? app : `${text} · ${app}`
  }, [text, app])
}

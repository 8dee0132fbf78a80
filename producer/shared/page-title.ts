import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteFacts } from './route-facts.ts'

/** The translated title of the route; empty where it has none. */
export const useRouteTitle = (): string => {
  const { t } = useTranslation('shell')
  const { title } = useRouteFacts()
  return title === undefined ? '' : t(`titles.${title}`)
}

/** Sets the title of the browser tab. A screen with a better title (the event's name) calls it again. */
export const usePageTitle = (text: string): void => {
  const { t } = useTranslation('shell')
  const app = t('app')
  useEffect(() => {
    document.title = text === '' ? app : `${text} · ${app}`
  }, [text, app])
}

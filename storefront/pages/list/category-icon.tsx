import { Icon, LineIcon } from '../../shared/icon.tsx'

/** Of the list alone: pages with a script do not load them. */
const PATHS: Readonly<Record<string, string>> = {
  shows: 'M9 18V5.500l10.5-2V16M4 18a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M14.5 16a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0',
  'stand-up': 'M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3ZM5.5 11.500a6.5 6.5 0 0 0 13 0M12 18v3',
  plays:
    'M5 5c4.5-1.3 9.5-1.3 14 0v6c0 5-3 8.5-7 9.5-4-1-7-4.5-7-9.500V5ZM8.5 10H10M14 10h1.500M9 14.500c1.9 1.5 4.1 1.5 6 0',
  classes: 'M14.5 4.5 19.5 9.5 10 19l-6 1 1-6 9.5-9.500ZM12.5 6.500l5 5',
  sports: 'm8.5 3.5 3.5 6 3.5-6M6.5 15a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M12 12.800v4.4',
  art: 'M12 3.500a8.5 8.5 0 1 0 0 17c1.3 0 2-.8 2-1.8 0-1.3-1-1.6-1-2.7 0-.9.7-1.5 1.7-1.500h2A3.8 3.8 0 0 0 20.5 11c0-4.2-3.9-7.5-8.5-7.500ZM8 11h.01M10.5 7.500h.01M15 8h.01M8.5 15h.01',
}

/** The icon of a category of events, or of all of them. */
export const CategoryIcon = ({ slug }: { readonly slug: string }) => {
  const path = PATHS[slug]
  if (path !== undefined) return <LineIcon path={path} />
  return <Icon name={slug === '' ? 'spark' : slug === 'conferences' ? 'people' : slug === 'tours' ? 'pin' : 'ticket'} />
}

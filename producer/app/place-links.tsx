import { useLocation } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '../shared/links.tsx'
import { type Destination, placeOfPath } from './places.ts'

interface PlaceLinksProps {
  readonly places: readonly Destination[]
  readonly size: number
  /** Draws a line between what is used daily and what is set up once; default: true. */
  readonly divided?: boolean
}

/** Links to the places, the current one marked. */
export function PlaceLinks({ places, size, divided = true }: PlaceLinksProps) {
  const { t } = useTranslation('shell')
  const path = useLocation({ select: ({ pathname }) => pathname })
  const current = placeOfPath(path)
  return places.map(({ name, path: target, Icon, group }, index) => (
    <Fragment key={name}>
      {divided && group === 'setup' && places[index - 1]?.group === 'daily' && <hr />}
      <PathLink
        path={target}
        aria-current={name === current ? (path === target ? 'page' : 'true') : undefined}
        data-place={name}
      >
        <Icon size={size} stroke={1.75} aria-hidden />
        <span>{t(`nav.places.${name}`)}</span>
      </PathLink>
    </Fragment>
  ))
}

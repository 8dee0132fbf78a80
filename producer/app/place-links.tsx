import { useLocation } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '../shared/links.tsx'
import { type Place, placeOfPath } from './places.ts'

interface PlaceLinksProps {
  readonly places: readonly Place[]
  readonly size: number
}

/** Links to the places, the current one marked; a line separates what is used daily from what is set up once. */
export function PlaceLinks({ places, size }: PlaceLinksProps) {
  const { t } = useTranslation('shell')
  const path = useLocation({ select: ({ pathname }) => pathname })
  const current = placeOfPath(path)
  return places.map(({ name, path: target, Icon, group }, index) => (
    <Fragment key={name}>
      {group === 'setup' && places[index - 1]?.group === 'daily' && <hr />}
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

import { commaText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Change, CHANGES, groupChanges, type PlaceChange, type RowChange } from './group-changes.ts'
import style from './place-changes.module.css'

/** How many places stay, move, read differently, come and go; those that nothing happens to come first. */
export function ChangeCounts({ counts }: { readonly counts: Readonly<Record<Change, number>> }) {
  const { t } = useTranslation('seating')
  return (
    <dl className={style.counts}>
      {CHANGES.filter((change) => change === 'kept' || counts[change] > 0).map((change) => (
        <div key={change} data-change={change}>
          <dt>{t(`change.counts.${change}`)}</dt>
          <dd>{counts[change]}</dd>
        </div>
      ))}
    </dl>
  )
}

const STEP = 50
const STATE_OF = { refused: 'bad', removed: 'warn', added: 'good' } as const

/** Rows with what they were and what they become. */
export function PlaceChanges({
  places,
  total,
  onMore,
  busy = false,
}: {
  readonly places: readonly PlaceChange[]
  /** How many there are, where not all are listed. */
  readonly total: number
  /** Reads those that are not listed yet. */
  readonly onMore?: () => void
  readonly busy?: boolean
}) {
  const { t } = useTranslation('seating')
  const [shown, setShown] = useState(STEP)
  const rows = useMemo(() => groupChanges(places), [places])
  return (
    <>
      <ul className={style.list}>
        {rows.slice(0, shown).map((row) => (
          <Line key={`${row.place}/${row.changes.join()}`} row={row} />
        ))}
      </ul>
      {(rows.length > shown || (onMore && total > places.length)) && (
        <Button
          look="line"
          busy={busy}
          onClick={() => {
            if (rows.length <= shown + 200 && total > places.length) onMore?.()
            setShown(shown + 200)
          }}
        >
          {t('change.more')}
        </Button>
      )}
      {rows.length <= shown && total > places.length && (
        <Soft small>{t('change.others', { count: total - places.length })}</Soft>
      )}
    </>
  )
}

function Line({ row: { changes, state, refusal, before, after, area, count } }: { readonly row: RowChange }) {
  const { t } = useTranslation('seating')
  const lang = useLang()
  const [first = 'kept'] = changes
  const wording = (text: RowChange['before'], name: string | null | undefined): string =>
    text
      ? t('places', { count, ...text, numbers: commaText(text.numbers, lang) })
      : name
        ? t('change.area', { name })
        : ''
  const [from, to] = [wording(before, area?.before), wording(after, area?.after)]
  return (
    <li>
      <span className={style.text}>
        <b>{from === '' ? to : from}</b>
        {from !== '' && to !== '' && from !== to && <small>{t('change.becomes', { place: to })}</small>}
        {refusal && <small className={style.refusal}>{t(`change.refusal.${refusal}`)}</small>}
      </span>
      <span className={style.chips}>
        {state !== 'free' && <Chip plain>{t(`change.state.${state}`)}</Chip>}
        {changes.map((each) => (
          <Chip key={each} plain state={STATE_OF[first as keyof typeof STATE_OF] ?? 'info'}>
            {t(`change.one.${each}`)}
          </Chip>
        ))}
      </span>
    </li>
  )
}

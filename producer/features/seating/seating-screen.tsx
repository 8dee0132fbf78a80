import type { EventSeating } from '@kartis/contract/event-seating.ts'
import type { TicketType } from '@kartis/contract/tickets.ts'
import { DEFAULT_SEAT_RULES, type SeatRules } from '@kartis/domain/seats.ts'
import { COMPANION, type CompiledMap, WHEELCHAIR } from '@kartis/seat-map/model/compile.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import { documentIn } from '@kartis/seat-map/model/localized.ts'
import { HallThumbnail } from '@kartis/seat-map/viewer/hall-canvas.tsx'
import { sceneOf } from '@kartis/seat-map/viewer/scene.ts'
import { commaText, numberText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { Columns, Page, Stack } from '@kartis/ui/components/layout.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { showToast } from '@kartis/ui/components/toast.ts'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ticketTypesOf, useEventHead } from '../../shared/event-queries.ts'
import { focusFirstWrongField } from '../../shared/focus-first-error.ts'
import { HeroFigure } from '../../shared/hero-figure.tsx'
import { ButtonLink } from '../../shared/links.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { useRouteParam } from '../../shared/route-facts.ts'
import { SeatSwatch } from '../../shared/seat-swatch.tsx'
import { useLeaveGuard } from '../../shared/use-leave-guard.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { HallChoice } from './hall-choice.tsx'
import {
  categoriesOf,
  contentOf,
  soldOutAmount,
  planOf,
  type PricedCategory,
  type PriceTable,
  tableFor,
  tableOf,
} from './price-table.ts'
import { PricesCard } from './prices-card.tsx'
import { PickRules, OrphanRules } from './rules-card.tsx'
import { useEdition, useSeating } from './seating-queries.ts'
import style from './seating.module.css'
import { StretchesNote } from './stretches-note.tsx'
import { useRemovalQuestion, useSaving } from './use-saving.ts'

/** The hall of an event and its prices: a row a category, a column a kind of buyer. */
export function SeatingScreen() {
  const { t } = useTranslation('seating')
  const uuid = useRouteParam('uuid')
  const event = useEventHead(uuid)
  const seating = useSeating(uuid)
  const types = useQuery(ticketTypesOf(uuid))
  const { map: newMap }: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  return (
    <Page>
      <PageHead title={t('title')} eyebrow={event.data && <UserText>{event.data.name}</UserText>} />
      <WhenLoaded query={seating}>
        {(found) => (
          <WhenLoaded query={types}>
            {(loaded) => (
              <Seating
                event={uuid}
                seating={found}
                types={loaded}
                start={typeof newMap === 'string' ? newMap : undefined}
              />
            )}
          </WhenLoaded>
        )}
      </WhenLoaded>
    </Page>
  )
}

interface SeatingProps {
  readonly event: string
  readonly seating: EventSeating | null
  readonly types: readonly TicketType[]
  /** A map that was just drawn for this event. */
  readonly start: string | undefined
}

interface Hall {
  readonly map: string
  readonly edition: number
}

function Seating({ event, seating, types, start }: SeatingProps) {
  const { t } = useTranslation('seating')
  const [hall, setHall] = useState<Hall | undefined>(
    seating ? { map: seating.venues_map_uuid, edition: seating.edition } : undefined,
  )
  const isFixed = seating?.has_sales === true
  const [isChoosing, setChoosing] = useState(start !== undefined && start !== seating?.venues_map_uuid && !isFixed)
  /** Goes with its author to the hall that is chosen next. */
  const [typed, setTyped] = useState<TypedSeating>()
  const changeHall = (values: TypedSeating) => {
    setTyped(values)
    setChoosing(true)
  }
  const edition = useEdition(hall?.map, hall?.edition)
  const choose = (next: Hall) => {
    setHall(next)
    setChoosing(false)
  }
  return (
    <>
      {(!hall || isChoosing) && (
        <Card
          title={t('hall.choose')}
          action={
            hall && (
              <Button look="bare" onClick={() => setChoosing(false)}>
                {t('hall.keep')}
              </Button>
            )
          }
        >
          <HallChoice event={event} current={start ?? hall?.map} onChoose={choose} />
        </Card>
      )}
      {hall && (
        // Prices that were typed stay while another hall is looked for.
        <div style={{ display: isChoosing ? 'none' : 'contents' }}>
          <WhenLoaded query={edition}>
            {({ document }) => (
              <Prices
                key={`${hall.map}/${hall.edition}`}
                event={event}
                hall={hall}
                document={document}
                seating={seating}
                types={types}
                typed={typed}
                onChange={isFixed ? undefined : changeHall}
              />
            )}
          </WhenLoaded>
        </div>
      )}
    </>
  )
}

interface PricesProps {
  readonly event: string
  readonly hall: Hall
  readonly document: MapDocument
  readonly seating: EventSeating | null
  readonly types: readonly TicketType[]
  /** What was typed for the hall that was chosen before this one. */
  readonly typed: TypedSeating | undefined
  /** Undefined: places are sold, the hall stays. */
  readonly onChange: ((typed: TypedSeating) => void) | undefined
}

/** Prices and rules that may not be saved. */
interface TypedSeating {
  readonly table: PriceTable
  readonly categories: readonly PricedCategory[]
  readonly rules: SeatRules
}

const isHallOf = (seating: EventSeating | null, hall: Hall): boolean =>
  seating?.venues_map_uuid === hall.map && seating.edition === hall.edition

const savedTable = (
  { seating, types, hall }: Pick<PricesProps, 'seating' | 'types' | 'hall'>,
  categories: readonly PricedCategory[],
  regular: string,
): PriceTable => {
  if (!seating || isHallOf(seating, hall)) return tableOf(categories, types, seating?.prices ?? [], regular)
  const before = seating.categories.map(({ key, name, counts }, position) => ({
    key,
    name,
    label: name,
    position,
    places: counts.total,
  }))
  return tableFor(tableOf(before, types, seating.prices, regular), before, categories)
}

function Prices({ event, hall, document, seating, types, typed, onChange }: PricesProps) {
  const { t } = useTranslation('seating')
  const lang = useLang()
  const router = useRouter()
  const categories = useMemo(() => categoriesOf(document, lang), [document, lang])
  const [first] = useState(() => savedTable({ seating, types, hall }, categories, t('regular')))
  const [table, setTable] = useState(() => (typed ? tableFor(typed.table, typed.categories, categories) : first))
  const [rules, setRules] = useState<SeatRules>(typed?.rules ?? seating?.rules ?? DEFAULT_SEAT_RULES)
  /** Undefined: this hall was not saved yet. */
  const [saved, setSaved] = useState(() =>
    seating && isHallOf(seating, hall) ? contentOf(first, seating.rules) : undefined,
  )
  const scene = useMemo(() => sceneOf(documentIn(document, lang)), [document, lang])
  const state = useMemo(() => ({ looks: new Uint8Array(scene.map.size) }), [scene])
  const { saving, refused } = useSaving(event, { table, setTable, categories })
  const mayRemove = useRemovalQuestion(types)
  const plan = planOf(table, categories)
  const unpriced = categories.filter(({ key }) => (table.cells[key] ?? []).every(({ price }) => price.trim() === ''))
  const places = categories.reduce((total, category) => total + category.places, 0)
  const save = async (): Promise<boolean> => {
    if (!plan || plan.cells.length === 0) {
      showToast({ state: 'bad', text: plan ? t('no_prices') : t('wrong_price') })
      if (!plan) focusFirstWrongField()
      return false
    }
    if (!(await mayRemove(plan.removed))) return false
    try {
      await saving.mutateAsync({ ...hall, plan, rules, types })
    } catch {
      focusFirstWrongField()
      return false // shown at the price, or by the mutation
    }
    setSaved(contentOf(table, rules))
    showToast({ state: 'good', text: t('saved') })
    return true
  }
  const saveAndGoOn = async () => {
    const isFirst = !seating
    if ((await save()) && isFirst)
      router.history.push(`/create-event/seats/success/${event}`, undefined, { ignoreBlocker: true })
  }
  useLeaveGuard({ dirty: saved !== contentOf(table, rules), save })
  return (
    <>
      <Columns
        aside={
          <>
            <Revenue table={table} categories={categories} />
            <PickRules value={rules.pick} onChange={(pick) => setRules({ ...rules, pick })} />
            <AccessibleNote map={scene.map} />
          </>
        }
      >
        <Card
          title={t('hall.title')}
          action={
            onChange && (
              <Button look="line" onClick={() => onChange({ table, categories, rules })}>
                {t('hall.change')}
              </Button>
            )
          }
        >
          <Stack>
            <p className={style.sub}>
              {t('hall.edition', { edition: hall.edition, figure: numberText(places, lang), count: places })}
            </p>
            <HallThumbnail scene={scene} state={state} margin={16} className={style.hall} />
            {seating && (
              <ButtonLink to="/events/$uuid/hall" params={{ uuid: event }} look="line">
                {t('now.open')}
              </ButtonLink>
            )}
            {!onChange && <Note>{t('hall.fixed')}</Note>}
            {seating && seating.newest_edition > seating.edition && (
              <Note state="warn">
                {t('hall.newer', { edition: seating.newest_edition })}{' '}
                <Link to="/events/$uuid/seating/change" params={{ uuid: event }}>
                  {t('hall.see_newer')}
                </Link>
              </Note>
            )}
          </Stack>
        </Card>
        <PricesCard event={event} table={table} categories={categories} onChange={setTable} refused={refused} />
        {unpriced.length > 0 && (
          <Note state="warn">
            {t('unpriced', {
              names: commaText(
                unpriced.map(({ label }) => label),
                lang,
              ),
              count: unpriced.length,
            })}
          </Note>
        )}
        <OrphanRules value={rules.orphans} onChange={(orphans) => setRules({ ...rules, orphans })}>
          {rules.orphans === 'strict' && <StretchesNote map={scene.map} />}
        </OrphanRules>
      </Columns>
      <StickyActions>
        <Button size="big" busy={saving.isPending} busyText={t('saving')} onClick={() => void saveAndGoOn()}>
          {t('save')}
        </Button>
      </StickyActions>
    </>
  )
}

/** How many accessible places the hall has, and how they are sold; nothing in a hall without any. */
function AccessibleNote({ map }: { readonly map: CompiledMap }) {
  const { t } = useTranslation('seating')
  const lang = useLang()
  const count = (flag: number) => numberText(map.flags.filter((flags) => (flags & flag) !== 0).length, lang)
  if (map.flags.every((flags) => (flags & WHEELCHAIR) === 0)) return null
  return <Note>{t('accessible', { wheelchairs: count(WHEELCHAIR), companions: count(COMPANION) })}</Note>
}

/** What the hall brings if it sells out, with the share of each category. */
function Revenue({
  table,
  categories,
}: {
  readonly table: PriceTable
  readonly categories: readonly PricedCategory[]
}) {
  const { t } = useTranslation('seating')
  const amounts = categories.map((category) => ({ ...category, agorot: soldOutAmount(table, category) }))
  const total = amounts.reduce((sum, { agorot }) => sum + agorot, 0)
  return (
    <section className={style.revenue} data-empty={total === 0 || undefined}>
      <h2>{t('revenue.title')}</h2>
      <div className={style.total}>
        <HeroFigure shekels={total / 100} />
      </div>
      {total > 0 && (
        <div className={style.shares} aria-hidden>
          {amounts
            .filter(({ agorot }) => agorot > 0)
            .map(({ key, position, agorot }) => (
              <SeatSwatch key={key} position={position} share={agorot / total} />
            ))}
        </div>
      )}
      <p className={style.small}>{t('revenue.text')}</p>
    </section>
  )
}

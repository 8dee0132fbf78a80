import type { Event } from '@kartis/contract/events.ts'
import { exportNoShows } from '@kartis/contract/no-shows.ts'
import { EVENT } from '@kartis/domain/limits.ts'
import { wholePercent } from '@kartis/domain/revenue.ts'
import { momentText, numberText, percentText, timeText } from '@kartis/i18n/format.ts'
import { classNames } from '@kartis/ui/class-names.ts'
import { Button, buttonClass } from '@kartis/ui/components/button.tsx'
import { Card, Note } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { Meter } from '@kartis/ui/components/meter.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconBrandWhatsapp, IconChartBar, IconCopy, IconReceipt, IconScan, IconShare } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../shared/copy-text.ts'
import { apiFile } from '../../shared/api.ts'
import { ExportButton } from '../../shared/export-button.tsx'
import { ButtonLink, PathLink } from '../../shared/links.tsx'
import { PayoutHero } from '../../shared/payout-hero.tsx'
import { useSession } from '../../shared/session.ts'
import style from './stage-cards.module.css'
import { useEventReport } from './use-event.ts'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
const HOUR = 3_600_000

/** While the event sells: the link to its sale page and the ways to share it. */
export function ShareCard({
  event,
  whatsapp,
  onShare,
}: {
  readonly event: Event
  readonly whatsapp: string
  readonly onShare: () => void
}) {
  const { t } = useTranslation('event')
  const copy = () => copyText(event.sale_url, { copied: t('share.copied'), failed: t('share.not_copied') })
  return (
    <Card title={t('stage.share')}>
      <Stack>
        <div className={style.link}>
          <bdi dir="ltr">{event.sale_url.replace(/^https?:\/\//, '')}</bdi>
          <Button look="soft" icon={<IconCopy {...ICON} />} onClick={() => void copy()}>
            {t('stage.copy')}
          </Button>
        </div>
        <div className={style.ways}>
          <a href={whatsapp} target="_blank" rel="noopener" className={buttonClass({ full: true })}>
            <IconBrandWhatsapp {...ICON} />
            {t('quick.whatsapp')}
          </a>
          <Button look="line" full icon={<IconShare {...ICON} />} onClick={onShare}>
            {t('stage.more')}
          </Button>
        </div>
      </Stack>
    </Card>
  )
}

/** On the day: how many have entered, for everybody who may see the event, and the way to the scanner. */
export function TodayCard({ event, now }: { readonly event: Event; readonly now: Date }) {
  const { t } = useTranslation('event')
  const lang = useLang()
  const { can } = useSession()
  const figures = event.scan_statistics
  if (!figures) return null
  const { total_scanned: scanned, total_unscanned: left, total_tickets: total } = figures
  // Guests enter too: these are more tickets than were sold.
  const invited = event.statistics?.tickets.invited ?? 0
  const opensAt = event.settings?.doors_at
  const opens = opensAt && new Date(opensAt) > now ? opensAt : undefined
  return (
    <section className={style.today} aria-label={t('door.title')}>
      <p className={style.soft}>
        {opens ? t('stage.opens_at', { time: timeText(opens, lang, event.timezone) }) : t('door.title')}
      </p>
      <p className={style.entered}>
        <b>{numberText(scanned, lang)}</b> <span>{t('stage.entered_of', { total: numberText(total, lang) })}</span>
      </p>
      <Meter value={scanned} of={total} label={t('door.meter', { scanned, total })} />
      {invited > 0 && (
        <p className={style.soft}>
          {t('stage.valid', {
            total: numberText(total, lang),
            sold: numberText(total - invited, lang),
            invited: numberText(invited, lang),
          })}
        </p>
      )}
      <Attendance
        className={style.counts}
        facts={[
          [t('stage.not_yet'), numberText(left, lang)],
          [t('stage.attendance'), percentText(wholePercent(scanned, total), lang, 0)],
        ]}
      />
      {event.can.scan && (
        <ButtonLink
          to="/events/$uuid/scan-tickets"
          params={{ uuid: event.uuid }}
          className={style.scan}
          icon={<IconScan {...ICON} />}
        >
          {t('quick.scan')}
        </ButtonLink>
      )}
      {can['gate.board'] && (
        <PathLink
          path={`/events/${event.uuid}/board`}
          className={classNames(buttonClass({ look: 'line' }), style.board)}
        >
          <IconChartBar {...ICON} />
          {t('door.board')}
        </PathLink>
      )}
      {left > 0 && can['order.export'] && (
        <div className={style.absent}>
          <ExportButton
            name={() => `${t('stage.now_file', { time: timeText(new Date(), lang, event.timezone) })} - ${event.name}`}
            read={() => apiFile(exportNoShows, { params: { uuid: event.uuid } })}
          >
            {t('stage.export_now')}
          </ExportButton>
          <p className={style.soft}>{t('stage.export_now_text')}</p>
        </div>
      )}
    </section>
  )
}

/** After the event: the payout, who came, and another show. */
export function OverCard({ event, onDuplicate }: { readonly event: Event; readonly onDuplicate: () => void }) {
  const { t } = useTranslation('event')
  const lang = useLang()
  const { can } = useSession()
  const seesReport = can['report.read'] === true && event.summary_available
  const settled = useEventReport(event.uuid, seesReport).data
  const opens = new Date(new Date(event.ends_at).getTime() + EVENT.summaryHoursAfterEnd * HOUR)
  return (
    <>
      {settled?.report && <PayoutHero event={settled} report={settled.report} />}
      {seesReport ? (
        <ButtonLink
          to="/events/$uuid/summery"
          params={{ uuid: event.uuid }}
          look="soft"
          full
          icon={<IconReceipt {...ICON} />}
        >
          {t('summary.open')}
        </ButtonLink>
      ) : (
        can['report.read'] && <Note>{t('stage.settles', { moment: momentText(opens, lang, event.timezone) })}</Note>
      )}
      <WhoCame event={event} />
      {can['event.create'] && (
        <Card
          title={t('stage.again')}
          action={
            <Button look="soft" onClick={onDuplicate}>
              {t('stage.duplicate')}
            </Button>
          }
        >
          <Soft>{t('stage.again_text')}</Soft>
        </Card>
      )}
    </>
  )
}

function WhoCame({ event }: { readonly event: Event }) {
  const { t } = useTranslation('event')
  const { can } = useSession()
  const lang = useLang()
  const figures = event.scan_statistics
  if (!figures || figures.total_tickets === 0) return null
  const { total_scanned: scanned, total_unscanned: left, total_tickets: total } = figures
  return (
    <Card title={t('stage.who_came')}>
      <Stack>
        <Attendance
          className={style.came}
          facts={[
            [t('stage.entered'), numberText(scanned, lang)],
            [t('stage.absent'), numberText(left, lang)],
            [t('stage.attendance'), percentText(wholePercent(scanned, total), lang, 0)],
          ]}
        />
        <Meter value={scanned} of={total} label={t('door.meter', { scanned, total })} />
        {left > 0 && can['order.export'] && (
          <ExportButton
            full
            name={`${t('stage.absent_file')} - ${event.name}`}
            read={() => apiFile(exportNoShows, { params: { uuid: event.uuid } })}
          >
            {t('stage.export_absent')}
          </ExportButton>
        )}
      </Stack>
    </Card>
  )
}

/** Figures of the entrance, each with its label. */
function Attendance({
  facts,
  className,
}: {
  readonly facts: readonly (readonly [label: string, figure: string])[]
  readonly className: string | undefined
}) {
  return (
    <dl className={className}>
      {facts.map(([label, figure]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

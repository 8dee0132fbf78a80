import type { Shift } from '@kartis/contract/registers.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { momentShortText } from '@kartis/i18n/format.ts'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Columns, Soft } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { Pagination } from '@kartis/ui/components/pagination.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import style from './box-office.module.css'
import { CloseShift } from './close-shift.tsx'
import { OpenShift } from './open-shift.tsx'
import { ShiftReport } from './shift-report.tsx'
import { shiftQuery, shiftsQuery, type Register } from './register-queries.ts'
import type { ShiftCount } from './use-shift-count.ts'

interface ShiftViewProps {
  readonly register: Register
  readonly count: ShiftCount
}

/** The shift: X report at any time, closing with a Z report, and earlier shifts. */
export function ShiftView({ register, count }: ShiftViewProps) {
  const [z, setZ] = useState<string>()
  return (
    <>
      {register.shift === null ? (
        <>
          <OpenShift count={count} />
          <div className={style.gap} />
          <History device={register.device.uuid} onOpen={setZ} />
        </>
      ) : (
        <Columns aside={<CloseShift uuid={register.shift.uuid} count={count} onClosed={setZ} />} even>
          <OpenReport uuid={register.shift.uuid} />
          <History device={register.device.uuid} onOpen={setZ} />
        </Columns>
      )}
      {z !== undefined && <ZDialog uuid={z} onClose={() => setZ(undefined)} />}
    </>
  )
}

function OpenReport({ uuid }: { readonly uuid: string }) {
  const { t } = useTranslation('box-office')
  const shift = useQuery(shiftQuery(uuid))
  return (
    <Card title={t('shift.x')}>
      <WhenLoaded query={shift}>{(shift) => <ShiftReport shift={shift} />}</WhenLoaded>
    </Card>
  )
}

function ZDialog({ uuid, onClose }: { readonly uuid: string; readonly onClose: () => void }) {
  const { t } = useTranslation('box-office')
  const shift = useQuery(shiftQuery(uuid))
  return (
    <Dialog open onClose={onClose} wide title={t('shift.z')}>
      <WhenLoaded query={shift}>{(shift) => <ShiftReport shift={shift} />}</WhenLoaded>
    </Dialog>
  )
}

function History({ device, onOpen }: { readonly device: string; readonly onOpen: (uuid: string) => void }) {
  const { t } = useTranslation('box-office')
  const [page, setPage] = useState(1)
  const shifts = useQuery(shiftsQuery(device, page))
  return (
    <WhenLoaded query={shifts}>
      {({ data, meta }) =>
        data.length > 0 && (
          <Card title={t('shift.history')}>
            <ul className={style.rows}>
              {data.map((shift) => (
                <ShiftRow key={shift.uuid} shift={shift} onOpen={() => onOpen(shift.uuid)} />
              ))}
            </ul>
            <Pagination page={meta.current_page} lastPage={meta.last_page} onPage={setPage} />
          </Card>
        )
      }
    </WhenLoaded>
  )
}

function ShiftRow({ shift, onOpen }: { readonly shift: Shift; readonly onOpen: () => void }) {
  const { t } = useTranslation('box-office')
  const lang = useLang()
  const difference = shift.report?.difference ?? 0
  return (
    <li className={style.row}>
      <div className={style.what}>
        <b>{t('shift.number', { number: shift.number })}</b>
        <Soft small>
          {momentShortText(shift.opened_at, lang)} · {shift.closed_by}
        </Soft>
      </div>
      {shift.report && <Money shekels={shift.report.sales.total} ledger />}
      {difference === 0 ? (
        <Chip state="good">{t('shift.even')}</Chip>
      ) : (
        <Chip state="warn">
          {t('shift.difference')} <Money shekels={difference} />
        </Chip>
      )}
      <Button look="soft" onClick={onOpen} aria-label={`${t('shift.z')} ${shift.number}`}>
        {t('shift.z')}
      </Button>
    </li>
  )
}

import type { EventStatistics } from '@kartis/contract/event-figures.ts'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { IconAdjustmentsHorizontal, IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import style from './sold-tickets.module.css'
import { CHANNELS, NO_FILTER, type OrdersFilter, PERIODS, STATUSES } from './orders-filter.ts'

interface Props {
  readonly filter: OrdersFilter
  readonly types: EventStatistics['by_ticket_type']
  readonly onChange: (filter: OrdersFilter) => void
}

/** Filters of sold tickets: state, way of sale, ticket type, and when they were ordered. A phone shows them on demand: the orders come first. */
export function OrderFilters({ filter, types, onChange }: Props) {
  const { t } = useTranslation(['orders', 'states'])
  const all = { value: '', label: t('orders:filter.all') }
  const fields = [
    {
      name: 'status',
      options: [
        { value: 'requested', label: t('orders:request.chip') },
        ...STATUSES.map((value) => ({ value, label: t(`states:order.${value}`) })),
      ],
    },
    { name: 'channel', options: CHANNELS.map((value) => ({ value, label: t(`states:channel.${value}`) })) },
    { name: 'type', options: types.map((type) => ({ value: type.uuid, label: type.name })) },
    { name: 'period', options: PERIODS.map((value) => ({ value, label: t(`orders:filter.last.${value}`) })) },
  ] as const
  const active = Object.values(filter).filter((value) => value !== '').length
  const [isOpen, setIsOpen] = useState(active > 0)
  const id = useId()
  return (
    <>
      <button
        type="button"
        className={style.more}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconAdjustmentsHorizontal size={20} stroke={1.75} aria-hidden />
        {t('orders:filter.title')}
        {active > 0 && <b>{active}</b>}
        <IconChevronDown size={18} stroke={1.75} aria-hidden />
      </button>
      <div
        id={id}
        className={style.filters}
        data-open={isOpen || undefined}
        role="group"
        aria-label={t('orders:filter.title')}
      >
        {fields
          .filter(({ name }) => name !== 'type' || types.length > 1)
          .map(({ name, options }) => (
            <SelectField
              key={name}
              label={t(`orders:filter.${name}`)}
              placeholder={all.label}
              filter
              options={[...options]}
              value={filter[name]}
              onChange={(change) => onChange({ ...filter, [name]: change.target.value })}
            />
          ))}
        {active > 0 && (
          <button type="button" className={style.clear} onClick={() => onChange(NO_FILTER)}>
            {t('orders:filter.clear')}
          </button>
        )}
      </div>
    </>
  )
}

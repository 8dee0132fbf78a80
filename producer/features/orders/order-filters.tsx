import type { EventStatistics } from '@kartis/contract/event-figures.ts'
import { SelectField } from '@kartis/ui/components/select-field.tsx'
import { useTranslation } from 'react-i18next'
import style from './sold-tickets.module.css'
import { CHANNELS, NO_FILTER, type OrdersFilter, PERIODS, STATUSES } from './orders-filter.ts'

interface Props {
  readonly filter: OrdersFilter
  readonly types: EventStatistics['by_ticket_type']
  readonly onChange: (filter: OrdersFilter) => void
}

/** Filters of sold tickets: state, way of sale, ticket type, and when they were ordered. */
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
  return (
    <div className={style.filters} role="group" aria-label={t('orders:filter.title')}>
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
      {filter !== NO_FILTER && Object.values(filter).some((value) => value !== '') && (
        <button type="button" className={style.clear} onClick={() => onChange(NO_FILTER)}>
          {t('orders:filter.clear')}
        </button>
      )}
    </div>
  )
}

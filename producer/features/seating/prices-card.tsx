import { commaText, numberText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEventHead } from '../../shared/event-queries.ts'
import { reasonText } from '../../shared/field-errors.ts'
import { SeatSwatch } from '../../shared/seat-swatch.tsx'
import { readPrice } from '../../shared/typed-numbers.ts'
import { addColumn, soldOutAmount, type PricedCategory, type PriceTable, renameColumn, setCell } from './price-table.ts'
import style from './seating.module.css'

const MAX_COLUMNS = 6

interface PricesCardProps {
  readonly event: string
  readonly table: PriceTable
  readonly categories: readonly PricedCategory[]
  readonly onChange: (change: (table: PriceTable) => PriceTable) => void
  /** What the server said of a cell. */
  readonly refused: RefusedCell | undefined
}

export interface RefusedCell {
  readonly category: string
  readonly column: number
  /** As it was sent: once another price is typed nothing is wrong. */
  readonly price: string
  readonly text: string
}

/** One table: a row a category, a column a kind of buyer; on a phone a card a category. */
export function PricesCard({ event, table, categories, onChange, refused }: PricesCardProps) {
  const { t } = useTranslation('seating')
  const lang = useLang()
  const { data: head } = useEventHead(event)
  const total = categories.reduce((sum, category) => sum + soldOutAmount(table, category), 0)
  const places = categories.reduce((sum, category) => sum + category.places, 0)
  return (
    <Card
      title={t('prices.title')}
      action={
        table.columns.length < MAX_COLUMNS && (
          <Button
            look="line"
            icon={<IconPlus size={18} stroke={2} aria-hidden />}
            onClick={() =>
              onChange((before) => addColumn(before, t('prices.new_column', { place: before.columns.length })))
            }
          >
            {t('prices.add')}
          </Button>
        )
      }
    >
      <p className={style.sub}>
        {t('prices.text')}
        {head?.settings?.fee_payer === 'buyers' && ` · ${t('prices.before_fee')}`}
      </p>
      <div className={style.scroll}>
        <table className={style.prices}>
          <thead>
            <tr>
              <th scope="col">{t('prices.category')}</th>
              <th scope="col">{t('prices.places')}</th>
              {table.columns.map((name, index) => (
                <th key={index} scope="col">
                  {index === 0 ? (
                    name
                  ) : (
                    <ColumnName
                      name={name}
                      onRename={(next) => onChange((before) => renameColumn(before, index, next))}
                    />
                  )}
                </th>
              ))}
              <th scope="col">{t('prices.full')}</th>
            </tr>
          </thead>
          <tbody>
            {categories.map((category) => (
              <tr key={category.key}>
                <th scope="row">
                  <span className={style.category}>
                    <SeatSwatch position={category.position} />
                    <UserText>{category.label}</UserText>
                  </span>
                </th>
                <td data-label={t('prices.places')}>{numberText(category.places, lang)}</td>
                {table.columns.map((column, index) => (
                  <td key={index} data-label={column}>
                    <PriceInput
                      label={commaText([category.label, column], lang)}
                      value={table.cells[category.key]?.[index]?.price ?? ''}
                      refused={refused?.category === category.key && refused.column === index ? refused : undefined}
                      onChange={(price) => onChange((before) => setCell(before, category.key, index, price))}
                    />
                  </td>
                ))}
                <td data-label={t('prices.full')}>
                  <Money shekels={soldOutAmount(table, category) / 100} ledger />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('prices.total')}</th>
              <td>{numberText(places, lang)}</td>
              <td colSpan={table.columns.length + 1}>
                <Money shekels={total / 100} ledger />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
    </Card>
  )
}

function ColumnName({ name, onRename }: { readonly name: string; readonly onRename: (name: string) => void }) {
  const { t } = useTranslation('seating')
  const [typed, setTyped] = useState<string>()
  return (
    <input
      className={style.columnName}
      aria-label={t('prices.column_name')}
      maxLength={30}
      value={typed ?? name}
      onChange={({ target }) => {
        setTyped(target.value)
        if (target.value.trim() !== '') onRename(target.value.trim())
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

interface PriceInputProps {
  readonly label: string
  readonly value: string
  readonly refused: RefusedCell | undefined
  readonly onChange: (price: string) => void
}

function PriceInput({ label, value, refused, onChange }: PriceInputProps) {
  const { t, i18n } = useTranslation('seating')
  const id = useId()
  const price = value.trim() === '' ? 0 : readPrice(value)
  const wrong = typeof price === 'string' ? reasonText(i18n, price) : refused?.price === value && refused.text
  return (
    <span className={style.priced}>
      <span className={style.price} data-empty={value === '' || undefined} data-wrong={wrong !== false || undefined}>
        <input
          inputMode="decimal"
          dir="ltr"
          aria-label={label}
          aria-invalid={wrong !== false || undefined}
          aria-describedby={wrong === false ? undefined : id}
          placeholder={t('prices.empty')}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
        <i>₪</i>
      </span>
      {wrong !== false && (
        <small id={id} className={style.wrong} role="alert">
          {wrong}
        </small>
      )}
    </span>
  )
}

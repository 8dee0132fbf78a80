import type { BoxOfficeEvent } from '@kartis/contract/box-office.ts'
import { numberText } from '@kartis/i18n/format.ts'
import { IconButton } from '@kartis/ui/components/button.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconMinus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Cart, remainingFor, withMore } from './cart.ts'
import style from './box-office.module.css'
import { useKeys } from './use-keys.ts'

interface TypeGridProps {
  readonly event: BoxOfficeEvent
  readonly cart: Cart
  readonly onChange: (cart: Cart) => void
}

type Type = BoxOfficeEvent['types'][number]

/** Ticket types as large buttons: a press or digit adds one, arrow keys move, Backspace removes the last one added. */
export function TypeGrid({ event, cart, onChange }: TypeGridProps) {
  const { t } = useTranslation('box-office')
  const [last, setLast] = useState<string>()
  const grid = useRef<HTMLUListElement>(null)
  const step = (type: Type, by: 1 | -1) => {
    setLast(type.uuid)
    onChange(withMore(event, cart, type, by))
  }
  const stepLast = (by: 1 | -1) => {
    const type = event.types.find(({ uuid }) => uuid === last) ?? event.types[0]
    if (type) step(type, by)
  }
  const walk = (by: 1 | -1) => {
    const tiles = [...(grid.current?.querySelectorAll<HTMLButtonElement>('button[data-add]:not(:disabled)') ?? [])]
    const at = tiles.findIndex((tile) => tile === document.activeElement)
    tiles[at < 0 ? 0 : (at + by + tiles.length) % tiles.length]?.focus()
  }
  const ahead = document.documentElement.dir === 'rtl' ? -1 : 1
  useKeys({
    ...Object.fromEntries(event.types.slice(0, 9).map((type, index) => [String(index + 1), () => step(type, 1)])),
    '+': () => stepLast(1),
    '-': () => stepLast(-1),
    Backspace: () => stepLast(-1),
    ArrowDown: () => walk(1),
    ArrowUp: () => walk(-1),
    ArrowRight: () => walk(ahead),
    ArrowLeft: () => walk(ahead === 1 ? -1 : 1),
  })
  if (event.types.length === 0) return <Soft>{t('sell.no_types')}</Soft>
  return (
    <section aria-label={t('sell.types')}>
      <ul className={style.grid} ref={grid}>
        {event.types.map((type, index) => (
          <TypeTile
            key={type.uuid}
            type={type}
            index={index}
            count={cart[type.uuid] ?? 0}
            remaining={remainingFor(event, cart, type)}
            onStep={(by) => step(type, by)}
          />
        ))}
      </ul>
      <p className={style.keys}>{t('sell.keys')}</p>
    </section>
  )
}

interface TypeTileProps {
  readonly type: Type
  readonly index: number
  readonly count: number
  readonly remaining: number
  readonly onStep: (by: 1 | -1) => void
}

function TypeTile({ type, index, count, remaining, onStep }: TypeTileProps) {
  const { t } = useTranslation(['box-office', 'states', 'components'])
  const lang = useLang()
  return (
    <li className={style.tile} data-chosen={count > 0 || undefined}>
      <button
        type="button"
        className={style.add}
        data-add
        onClick={() => onStep(1)}
        disabled={remaining === 0 && count === 0}
      >
        <span className={style.tileName}>
          <UserText>{type.name}</UserText>
        </span>
        <span className={style.price}>{type.price === 0 ? t('shift.free') : <Money shekels={type.price} big />}</span>
        <span className={style.left}>
          {type.sale_state === 'on_sale'
            ? t('sell.left', { count: type.left, figure: numberText(type.left, lang) })
            : t(`states:sale.${type.sale_state}`)}
        </span>
        {index < 9 && <kbd className={style.digit}>{index + 1}</kbd>}
      </button>
      {count > 0 && (
        <span className={style.chosen}>
          <IconButton label={t('components:counter.less', { name: type.name })} onClick={() => onStep(-1)}>
            <IconMinus size={20} stroke={1.75} aria-hidden />
          </IconButton>
          <output>{count}</output>
        </span>
      )}
    </li>
  )
}

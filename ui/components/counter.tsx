import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'
import style from './counter.module.css'

export interface CounterProps {
  /** What is counted, for the names of the two buttons. */
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
  readonly least?: number
  readonly most?: number
}

/** Minus, count, plus; 44 px each. */
export function Counter({ label, value, onChange, least = 0, most = Infinity }: CounterProps) {
  const { t } = useTranslation('parts')
  return (
    <span className={style.counter} role="group" aria-label={label}>
      <IconButton
        label={t('counter.less', { name: label })}
        onClick={() => onChange(value - 1)}
        disabled={value <= least}
      >
        <IconMinus size={20} stroke={1.75} aria-hidden />
      </IconButton>
      <output>{value}</output>
      <IconButton
        label={t('counter.more', { name: label })}
        onClick={() => onChange(value + 1)}
        disabled={value >= most}
      >
        <IconPlus size={20} stroke={1.75} aria-hidden />
      </IconButton>
    </span>
  )
}

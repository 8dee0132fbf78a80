import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'
import style from './counter.module.css'

export interface CounterProps {
  /** What is counted; part of the accessible names of both buttons. */
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
  readonly min?: number
  readonly max?: number
}

/** Minus, count, plus; each 44 px. */
export function Counter({ label, value, onChange, min = 0, max = Infinity }: CounterProps) {
  const { t } = useTranslation('components')
  return (
    <span className={style.counter} role="group" aria-label={label}>
      <IconButton
        label={t('counter.less', { name: label })}
        onClick={() => onChange(value - 1)}
        disabled={value <= min}
      >
        <IconMinus size={20} stroke={1.75} aria-hidden />
      </IconButton>
      <output>{value}</output>
      <IconButton
        label={t('counter.more', { name: label })}
        onClick={() => onChange(value + 1)}
        disabled={value >= max}
      >
        <IconPlus size={20} stroke={1.75} aria-hidden />
      </IconButton>
    </span>
  )
}

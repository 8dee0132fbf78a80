import type { ReconciliationLevelFigures } from '@kartis/contract/reconciliation.ts'
import { momentText, numberText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { Money } from '@kartis/ui/components/money.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { Lines } from '../../shared/money-lines.tsx'
import style from './money.module.css'
import { useLevels } from './use-money.ts'

/** What was compared with whose books, and what is open of it; nothing for an account without terminals of its own. */
export function LevelsCards() {
  const levels = useLevels().data ?? []
  if (levels.every(({ rows_count: rows, open_count: open }) => rows === 0 && open === 0)) return null
  return (
    <div className={style.levels}>
      {levels.map((level) => (
        <LevelCard key={level.level} level={level} />
      ))}
    </div>
  )
}

function LevelCard({ level: figures }: { readonly level: ReconciliationLevelFigures }) {
  const { t } = useTranslation('money')
  const lang = useLang()
  const { level, open_count: open, loaded_at: loaded } = figures
  const count = (n: number): string => t('differences.levels.count', { count: n, figure: numberText(n, lang) })
  return (
    <Card title={t(`differences.level.${level}`)}>
      <Lines
        lines={[
          {
            key: 'theirs',
            name: t(level === 'gateway' ? 'differences.levels.theirs_gateway' : 'differences.levels.theirs_acquirer'),
            hint: count(figures.rows_count),
            shekels: figures.rows_amount,
          },
          {
            key: 'found',
            name: t('differences.levels.found'),
            hint: count(figures.matched_count),
            shekels: figures.matched_amount,
          },
          ...(figures.waiting_count === 0
            ? []
            : [
                {
                  key: 'waiting',
                  name: t('differences.levels.waiting'),
                  hint: count(figures.waiting_count),
                  shekels: figures.waiting_amount,
                },
              ]),
        ]}
      />
      {/* Without rows nothing was compared: no difference is no good news then. */}
      {(open > 0 || figures.rows_count > 0) && (
        <p className={style.level} data-open={open > 0 || undefined}>
          <b>{t(open > 0 ? 'differences.levels.open' : 'differences.levels.none')}</b>
          {open > 0 && (
            <b>
              {numberText(open, lang)} · <Money shekels={figures.open_amount} />
            </b>
          )}
        </p>
      )}
      <Soft small>
        {loaded === null
          ? t('differences.levels.never')
          : t('differences.levels.loaded', { moment: momentText(loaded, lang) })}
      </Soft>
    </Card>
  )
}

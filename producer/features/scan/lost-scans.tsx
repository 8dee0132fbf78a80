import { timeText } from '@kartis/i18n/format.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import { dismissLost, lostScans } from '../../shared/check-in/storage-loss.ts'
import style from './check-in-status.module.css'

/** Scans that the browser has thrown away unsent: their guests are inside, and nobody else can know of them. */
export function LostScans({ zone }: { readonly zone: string }) {
  const { t } = useTranslation('scan')
  const lang = useLang()
  const lost = lostScans.use()
  if (!lost) return null
  const { count, from, to } = lost
  return (
    <section className={style.lost} role="alert">
      <Card title={t('lost.title')}>
        <p>{t('lost.text', { count, from: timeText(from, lang, zone), to: timeText(to, lang, zone) })}</p>
        <Button look="line" full onClick={dismissLost}>
          {t('lost.done')}
        </Button>
      </Card>
    </section>
  )
}

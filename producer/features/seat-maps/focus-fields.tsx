import { frontOfStage, setFocus } from '@kartis/seat-map/commands/focus-commands.ts'
import { LIMITS } from '@kartis/seat-map/model/document.ts'
import type { Point } from '@kartis/seat-map/model/row-geometry.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { useTranslation } from 'react-i18next'
import { NumberField, Pane } from './editor-fields.tsx'
import { useEditor } from './editor-state.ts'
import style from './editor.module.css'

/** A point of the hall in centimetres. */
export function PointFields({
  point: [x, y],
  onChange,
}: {
  readonly point: Point
  readonly onChange: (point: Point, field: string) => void
}) {
  const { t } = useTranslation('seat-maps')
  const limit = LIMITS.extentCm
  const field = { unit: t('units.cm'), min: -limit, max: limit }
  return (
    <div className={style.two}>
      <NumberField {...field} label={t('corners.x')} value={x} onChange={(value) => onChange([value, y], 'x')} />
      <NumberField {...field} label={t('corners.y')} value={y} onChange={(value) => onChange([x, value], 'y')} />
    </div>
  )
}

/** What the audience of the hall faces, while nothing is selected. */
export function HallFocusCard() {
  const { t } = useTranslation('seat-maps')
  const { document, run } = useEditor()
  const { focus } = document
  const front = frontOfStage(document)
  const isFront = focus && front && Math.hypot(focus[0] - front[0], focus[1] - front[1]) < 1
  return (
    <Pane title={t('focus.title')}>
      <div className={style.stack}>
        <p className={style.tiny}>{t('focus.hint')}</p>
        {focus && <PointFields point={focus} onChange={(point, field) => run(setFocus(point), `focus-${field}`)} />}
        {front && !isFront && (
          <Button look="line" onClick={() => run(setFocus(front))}>
            {t('focus.stage')}
          </Button>
        )}
        {!focus && !front && (
          <Button look="line" onClick={() => run(setFocus([document.size[0] / 2, 0]))}>
            {t('focus.add')}
          </Button>
        )}
      </div>
    </Pane>
  )
}

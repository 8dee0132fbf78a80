import {
  addCorner,
  fitOutline,
  MIN_CORNERS,
  moveCorner,
  removeCorner,
} from '@kartis/seat-map/commands/corner-commands.ts'
import { LIMITS } from '@kartis/seat-map/model/document.ts'
import { Button, IconButton } from '@kartis/ui/components/button.tsx'
import { IconChevronLeft, IconChevronRight, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NumberField, Pane } from './editor-fields.tsx'
import { outlineOf, useEditor } from './editor-state.ts'
import style from './editor.module.css'

/** The corners of the selected outline, one by one: what the keys and the grips do, for whoever uses neither. */
export function CornersCard() {
  const { t } = useTranslation('seat-maps')
  const editor = useEditor()
  const { outlined, setOutlined, run, document } = editor
  const outline = outlineOf(editor)
  if (!outline) return null
  const { id, corners } = outline
  const index = outlined?.corner ?? -1
  const corner = corners[index]
  const section = document.sections.find((each) => each.id === id)
  const choose = (next: number): void => setOutlined({ id, corner: (next + corners.length) % corners.length })
  const [x, y] = corner ?? [0, 0]
  const cm = t('units.cm')
  const limit = LIMITS.extentCm
  return (
    <Pane title={t('corners.title')}>
      <div className={style.stack}>
        <div className={style.stepper}>
          <IconButton bare label={t('corners.before')} onClick={() => choose(Math.max(0, index) - 1)}>
            <IconChevronRight className={style.arrow} size={20} stroke={1.75} aria-hidden />
          </IconButton>
          <span role="status">
            {corner
              ? t('corners.one', { place: index + 1, count: corners.length })
              : t('corners.all', { count: corners.length })}
          </span>
          <IconButton bare label={t('corners.after')} onClick={() => choose(index + 1)}>
            <IconChevronLeft className={style.arrow} size={20} stroke={1.75} aria-hidden />
          </IconButton>
        </div>
        {corner ? (
          <>
            <div className={style.two}>
              <NumberField
                label={t('corners.x')}
                unit={cm}
                value={x}
                min={-limit}
                max={limit}
                onChange={(value) => run(moveCorner(id, index, [value, y]), `corner-x:${id}:${index}`)}
              />
              <NumberField
                label={t('corners.y')}
                unit={cm}
                value={y}
                min={-limit}
                max={limit}
                onChange={(value) => run(moveCorner(id, index, [x, value]), `corner-y:${id}:${index}`)}
              />
            </div>
            <div className={style.acts}>
              <Button
                look="line"
                icon={<IconPlus size={18} stroke={1.75} aria-hidden />}
                disabled={corners.length >= LIMITS.corners}
                onClick={() => {
                  run(addCorner(id, index))
                  setOutlined({ id, corner: index + 1 })
                }}
              >
                {t('corners.add')}
              </Button>
              <Button
                look="danger"
                icon={<IconTrash size={18} stroke={1.75} aria-hidden />}
                disabled={corners.length <= MIN_CORNERS}
                onClick={() => {
                  run(removeCorner(id, index))
                  setOutlined({ id, corner: Math.min(index, corners.length - 2) })
                }}
              >
                {t('corners.remove')}
              </Button>
            </div>
          </>
        ) : (
          <p className={style.tiny}>{t('corners.hint')}</p>
        )}
        {corners.length >= LIMITS.corners && (
          <p className={style.tiny}>{t('errors.corners', { max: LIMITS.corners })}</p>
        )}
        {section && (
          <div className={style.acts}>
            <Button look="line" onClick={() => setOutlined(undefined)}>
              {t('corners.done')}
            </Button>
            {section.kind === 'rows' && (
              <Button
                look="bare"
                onClick={() => {
                  run(fitOutline(id))
                  setOutlined(undefined)
                }}
              >
                {t('corners.fit')}
              </Button>
            )}
          </div>
        )}
      </div>
    </Pane>
  )
}

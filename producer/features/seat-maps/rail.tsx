import {
  IconArmchair,
  IconBrush,
  IconCircleDashed,
  IconFlag,
  IconGridDots,
  IconHash,
  IconLine,
  IconPointer,
  IconPolygon,
  IconShape2,
  IconTypography,
  IconVectorSpline,
} from '@tabler/icons-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { type Tool, useEditor } from './editor-state.ts'
import style from './editor.module.css'
import { TOOL_LETTERS } from './editor-keys.ts'

const ICONS: Readonly<Record<Tool, typeof IconPointer>> = {
  select: IconPointer,
  seats: IconArmchair,
  row: IconLine,
  block: IconGridDots,
  arc: IconVectorSpline,
  table: IconCircleDashed,
  area: IconPolygon,
  shape: IconShape2,
  text: IconTypography,
  paint: IconBrush,
  number: IconHash,
  flag: IconFlag,
}
/** A line stands before these. */
const OPENS_GROUP: ReadonlySet<Tool> = new Set(['row', 'paint'])

/** The named tools, each with its letter. */
export function ToolRail() {
  const { t } = useTranslation('seat-maps')
  const { tool, tools, setTool } = useEditor()
  return (
    <div className={style.rail} role="toolbar" aria-orientation="vertical" aria-label={t('tools.label')}>
      {tools.map((each, index) => {
        const Icon = ICONS[each]
        return (
          <Fragment key={each}>
            {index > 0 && OPENS_GROUP.has(each) && <hr />}
            <button
              type="button"
              aria-pressed={each === tool}
              title={`${t(`tools.${each}`)} (${TOOL_LETTERS[each]})`}
              aria-keyshortcuts={TOOL_LETTERS[each]}
              onClick={() => setTool(each)}
            >
              <Icon size={21} stroke={1.75} aria-hidden />
              {t(`tools.${each}`)}
            </button>
          </Fragment>
        )
      })}
    </div>
  )
}

import { setFocus, setSectionFocus } from '@kartis/seat-map/commands/focus-commands.ts'
import { toScreen } from '@kartis/seat-map/viewer/camera.ts'
import { useTranslation } from 'react-i18next'
import { type Editor, useEditor, wholeSection } from './editor-state.ts'
import style from './editor.module.css'
import { type CameraState, useGrip } from './use-grip.ts'

/** What is faced by what is selected: the point of a section that has its own, that of the hall while nothing is. */
const shownFocus = ({ document, selection, tool, tools }: Editor) => {
  if (tool !== 'select' || !tools.includes('seats')) return undefined
  const section = document.sections.find(({ id }) => id === wholeSection(document, selection))
  if (section) return section.focus && { at: section.focus, section: section.id }
  return selection.parts.size + selection.places.size === 0 && document.focus ? { at: document.focus } : undefined
}

const ARM_PX = 14

/** A mark of what the audience faces, which a hand moves. */
export function FocusMark({ shown }: { readonly shown: CameraState }) {
  const { t } = useTranslation('seat-maps')
  const focus = shownFocus(useEditor())
  const hold = useGrip(shown, ([, [x, y]]) => {
    const to = [Math.round(x), Math.round(y)] as const
    return focus?.section === undefined ? setFocus(to) : setSectionFocus(focus.section, to)
  })
  if (!focus) return null
  const [x, y] = toScreen(shown.camera, shown.size, focus.at)
  const arms = `M${x - ARM_PX} ${y}H${x - 5}M${x + 5} ${y}H${x + ARM_PX}M${x} ${y - ARM_PX}V${y - 5}M${x} ${y + 5}V${y + ARM_PX}`
  return (
    <g className={style.focus}>
      <path d={arms} />
      <circle {...hold} className={style.grip} data-kind="focus" cx={x} cy={y} r={7}>
        <title>{t('focus.title')}</title>
      </circle>
    </g>
  )
}

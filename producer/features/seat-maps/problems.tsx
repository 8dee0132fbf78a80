import { checkDocument, type Problem } from '@kartis/seat-map/model/checks.ts'
import { describePlace, indexOfKeys } from '@kartis/seat-map/model/compile.ts'
import type { ComputedPlaces } from '@kartis/seat-map/model/computed-places.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import type { Point } from '@kartis/seat-map/model/row-geometry.ts'
import { addShape, usualStage } from '@kartis/seat-map/commands/draw-commands.ts'
import { boxOfParts, idsOfSections, middleOf, partsOf } from '@kartis/seat-map/commands/parts.ts'
import { deleteCategory, deleteFloor, separateAreas } from '@kartis/seat-map/commands/structure-commands.ts'
import { pointOf, type Scene } from '@kartis/seat-map/viewer/scene.ts'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { runAndSelect } from './tool-context.ts'
import { Pane } from './editor-fields.tsx'
import { type Editor, useEditor } from './editor-state.ts'
import style from './editor.module.css'
import { useNames } from './use-names.ts'

const WAIT_MS = 250

interface Problems {
  /** Of a moment ago; undefined until the first check: a hall is on the screen before it is checked. */
  readonly problems: readonly Problem[] | undefined
  /**
   * Checks at once what is drawn now: whoever publishes is told about this drawing, not about the one of a moment ago,
   * and sees what is told.
   */
  readonly now: () => readonly Problem[]
}

/** What the check finds, a moment after the last change. */
export const useProblems = (document: MapDocument, computed?: ComputedPlaces): Problems => {
  const [found, setFound] = useState<{ readonly document: MapDocument; readonly problems: readonly Problem[] }>()
  const check = useEffectEvent(() => ({ document, problems: checkDocument(document, computed && { computed }) }))
  useEffect(() => {
    if (found?.document === document) return undefined
    const timer = setTimeout(() => setFound(check()), WAIT_MS)
    return () => clearTimeout(timer)
  }, [document, found])
  const now = () => {
    if (found?.document === document) return found.problems
    const problems = checkDocument(document, computed && { computed })
    flushSync(() => setFound({ document, problems }))
    return problems
  }
  return { problems: found?.problems, now }
}

/** Where a problem's first place or part is. */
export const pointOfProblem = (scene: Scene, { places }: Problem): Point | undefined => {
  const [first = ''] = places
  const place = scene.map.keys.indexOf(first)
  if (place >= 0) return pointOf(scene.map, place)
  const row = scene.map.rows.find(({ id }) => id === first)
  if (row && row.end > row.first) return pointOf(scene.map, row.first)
  const part = partsOf(scene.document).filter((each) => each.part.id === first)
  const box = boxOfParts(part)
  return box && middleOf(box)
}

/** Selects what a problem is about. */
const selectProblem = ({ scene, document, select, setTool }: Editor, { places }: Problem): void => {
  const keys = indexOfKeys(scene.map.keys)
  const single = places.filter((place) => keys.has(place))
  if (single.length > 0) {
    setTool('seats')
    return select([], single)
  }
  setTool('select')
  const sections = new Set(places.filter((id) => document.sections.some((section) => section.id === id)))
  select(sections.size > 0 ? idsOfSections(document, sections) : places)
}

interface ProblemsCardProps {
  readonly problems: readonly Problem[] | undefined
  readonly onShow: (point: Point) => void
}

/** What keeps the map from being published, then what should be looked at; each with its place and one act. */
export function ProblemsCard({ problems, onShow }: ProblemsCardProps) {
  const { t } = useTranslation('seat-maps')
  const blocking = problems?.filter(({ level }) => level === 'block').length ?? 0
  const warnings = (problems?.length ?? 0) - blocking
  return (
    <Pane
      title={t('problems.title')}
      action={
        <span className={style.chips}>
          {blocking > 0 && (
            <Chip plain state="bad">
              {t('problems.blocking', { count: blocking })}
            </Chip>
          )}
          {warnings > 0 && (
            <Chip plain state="warn">
              {t('problems.warnings', { count: warnings })}
            </Chip>
          )}
        </span>
      }
    >
      {problems === undefined ? null : problems.length === 0 ? (
        <p className={style.allGood}>
          <IconCircleCheck size={18} stroke={1.75} aria-hidden />
          {t('problems.none')}
        </p>
      ) : (
        <ol className={style.issues}>
          {problems.map((problem) => (
            <Issue key={problem.code} problem={problem} onShow={onShow} />
          ))}
        </ol>
      )}
    </Pane>
  )
}

const FIXED = ['no_focus', 'empty_category', 'empty_floor', 'mixed_category', 'few_accessible', 'empty_map'] as const
const isFixed = (code: Problem['code']): code is (typeof FIXED)[number] => FIXED.some((fixed) => fixed === code)

function Issue({ problem, onShow }: { readonly problem: Problem; readonly onShow: (point: Point) => void }) {
  const { t } = useTranslation('seat-maps')
  const editor = useEditor()
  const names = useNames()
  const { code, level, places, params } = problem
  const count = places.length
  const Icon = level === 'block' ? IconCircleX : IconAlertTriangle
  const go = () => {
    selectProblem(editor, problem)
    const at = pointOfProblem(editor.scene, problem)
    if (at) onShow(at)
  }
  const act = () => {
    if (code === 'no_focus') {
      const stage = { kind: 'stage', form: 'rect', angle: 0, ...usualStage(editor.document) } as const
      runAndSelect(editor, addShape({ ...stage, outline: [], text: names.stage }))
      onShow(stage.at)
    } else if (code === 'empty_category') for (const id of places) editor.run(deleteCategory(id))
    else if (code === 'empty_floor') for (const id of places) editor.run(deleteFloor(id))
    else if (code === 'mixed_category') for (const id of places) editor.run(separateAreas(id, names.area))
    else if (code === 'few_accessible') {
      editor.select([])
      editor.change({ flag: 'wheelchair' })
      editor.setTool('flag')
    } else if (code === 'empty_map') editor.setTool(editor.tools.includes('block') ? 'block' : 'area')
    else go()
  }
  return (
    <li data-level={level}>
      <Icon size={18} stroke={1.75} aria-label={t(`problems.${level}`)} role="img" />
      <div>
        <b>{t(`problem.${code}`, { count, ...params })}</b>
        <Where problem={problem} />
      </div>
      <button type="button" className={style.textButton} onClick={act}>
        {isFixed(code) ? t(`fix.${code}`) : t('problems.go')}
      </button>
    </li>
  )
}

/** The place of a problem in words. */
function Where({ problem: { code, places, params } }: { readonly problem: Problem }) {
  const { t } = useTranslation('seat-maps')
  const { scene, document } = useEditor()
  if (code === 'few_accessible') return <p>{t('problem.few_accessible_hint', { count: params?.['required'] ?? 0 })}</p>
  const [first = ''] = places
  const index = scene.map.keys.indexOf(first)
  if (index >= 0) return <p>{t('place.title', describePlace(scene.map, index))}</p>
  const row = scene.map.rows.find(({ id }) => id === first)
  if (row) return <p>{t('problems.row', { section: scene.map.sections[row.section]?.name ?? '', row: row.label })}</p>
  const named = [...document.categories, ...document.sections, ...document.floors, ...document.areas].find(
    ({ id }) => id === first,
  )
  return named ? (
    <p>
      <UserText>{named.name}</UserText>
    </p>
  ) : null
}

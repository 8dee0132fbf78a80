import { selectedParts } from '@kartis/seat-map/commands/parts.ts'
import type { Problem } from '@kartis/seat-map/model/checks.ts'
import type { Point } from '@kartis/seat-map/model/row-geometry.ts'
import type { HallView } from '@kartis/seat-map/viewer/hall-view.ts'
import { Button } from '@kartis/ui/components/button.tsx'
import { Note } from '@kartis/ui/components/card.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { IconBrush, IconFlag, IconGridDots, IconSquareRoundedMinus } from '@tabler/icons-react'
import { type ComponentProps, type RefObject, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { BlockCard, NewBlockCard } from './block-card.tsx'
import { EditorCanvas } from './canvas.tsx'
import { ZoomButtons } from './editor-dialogs.tsx'
import { Key, NumberField, Pane, Segments } from './editor-fields.tsx'
import { DRAWING_TOOLS } from './editor-keys.ts'
import { drawsCorners, useEditor, wholeSection } from './editor-state.ts'
import style from './editor.module.css'
import { HallFocusCard } from './focus-fields.tsx'
import { AddCategory, CategoryList, FlagList, PlacesCard } from './paint-cards.tsx'
import { PartCards } from './part-cards.tsx'
import { ProblemsCard } from './problems.tsx'
import { ToolRail } from './rail.tsx'
import { AreaToolPane, ShapeToolPane } from './shape-card.tsx'
import { StructurePanel } from './structure-panel.tsx'
import { PublishButton, SavedState, TopBar } from './top-bar.tsx'
import { useNames } from './use-names.ts'

interface EditorLayoutProps {
  readonly view: RefObject<HallView | null>
  readonly onView: (view: HallView | null) => void
  readonly cursor: number
  readonly pins: ComponentProps<typeof EditorCanvas>['pins']
  readonly problems: readonly Problem[] | undefined
  readonly problemsEnd: RefObject<HTMLDivElement | null>
  readonly bar: ComponentProps<typeof TopBar>
  readonly onShowPoint: (point: Point) => void
  readonly onShowSection: (section: string) => void
}

/** From 768 px halls are drawn freely; below, by the generator and strokes. */
const WIDE = '(min-width: 48rem)'
const watchWide = (listener: () => void): (() => void) => {
  const query = matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
const isWide = (): boolean => matchMedia(WIDE).matches

export function EditorLayout(props: EditorLayoutProps) {
  return useSyncExternalStore(watchWide, isWide) ? <WideEditor {...props} /> : <PhoneEditor {...props} />
}

function WideEditor({
  view,
  onView,
  cursor,
  pins,
  problems,
  problemsEnd,
  bar,
  onShowPoint,
  onShowSection,
}: EditorLayoutProps) {
  const { t } = useTranslation('seat-maps')
  const names = useNames()
  return (
    <div className={style.editor}>
      <TopBar {...bar} />
      <div className={style.work}>
        <ToolRail />
        <StructurePanel onShowSection={onShowSection} />
        <EditorCanvas view={view} onView={onView} names={names} cursor={cursor} pins={pins}>
          <FloorTabs />
          <Hints />
          <ZoomButtons view={() => view.current} />
        </EditorCanvas>
        <aside className={style.inspector} aria-label={t('inspector.label')}>
          <Inspector />
          <div ref={problemsEnd}>
            <ProblemsCard problems={problems} onShow={onShowPoint} />
          </div>
        </aside>
      </div>
    </div>
  )
}

/** What is selected; else what the tool in the hand will make. */
function Inspector() {
  const { t } = useTranslation('seat-maps')
  const { document, selection, tool, tools, settings, change } = useEditor()
  if (selection.places.size > 0) return <PlacesCard />
  if (selection.parts.size > 0 && selectedParts(document, selection.parts).length > 0) return <PartCards />
  if (tool === 'shape') return <ShapeToolPane />
  if (tool === 'area') return <AreaToolPane />
  if (tool === 'table')
    return (
      <Pane title={t('tools.table')}>
        <div className={style.stack}>
          <p className={style.tiny}>{t('hint.table')}</p>
          <div className={style.two}>
            <NumberField
              label={t('table.seats')}
              value={settings.table.count}
              min={1}
              max={60}
              onChange={(count) => change({ table: { ...settings.table, count } })}
            />
          </div>
          <Segments
            label={t('table.shape')}
            value={settings.table.shape}
            options={(['round', 'rect'] as const).map((shape) => ({ value: shape, label: t(`table.${shape}`) }))}
            onChange={(shape) => change({ table: { ...settings.table, shape } })}
          />
        </div>
      </Pane>
    )
  const isBlockTool = tool === 'block' || (tool === 'select' && document.rows.length === 0)
  if (isBlockTool && tools.includes('block')) return <NewBlockCard />
  return (
    <>
      <Pane title={t(`tools.${tool}`)}>
        <p className={style.tiny}>{t(`hint.${tool}`)}</p>
      </Pane>
      {tool === 'select' && tools.includes('seats') && <HallFocusCard />}
    </>
  )
}

function FloorTabs() {
  const { t } = useTranslation('seat-maps')
  const { document, floor, setFloor } = useEditor()
  if (document.floors.length < 2) return null
  return (
    <div className={style.floors} role="group" aria-label={t('floor.label')}>
      <button type="button" aria-pressed={floor === undefined} onClick={() => setFloor(undefined)}>
        {t('floor.all')}
      </button>
      {document.floors.map(({ id, name }) => (
        <button key={id} type="button" aria-pressed={floor === id} onClick={() => setFloor(id)}>
          <UserText>{name}</UserText>
        </button>
      ))}
    </div>
  )
}

function Hints() {
  const { t } = useTranslation('seat-maps')
  const editor = useEditor()
  const { tool, outlined } = editor
  if (drawsCorners(editor)) return <KeyHints hints={CORNER_HINTS.drawing} />
  if (outlined && outlined.corner >= 0) return <KeyHints hints={CORNER_HINTS.chosen} />
  return (
    <div className={style.hints} id="editor-keys">
      {DRAWING_TOOLS.has(tool) && (
        <span>
          <Key name="Enter" /> {t('keys.place')}
        </span>
      )}
      {tool === 'select' && (
        <span>
          <Key name="PgDn" /> {t('keys.walk')}
        </span>
      )}
      <span>
        <Key name="← →" /> {t('keys.move')}
      </span>
      <span>
        <Key name="[ ]" /> {t('keys.turn')}
      </span>
      <span>
        <Key name="Alt" /> {t('keys.free')}
      </span>
    </div>
  )
}

const CORNER_HINTS = {
  drawing: [
    ['Space', 'corner'],
    ['Enter', 'close'],
    ['Esc', 'cancel'],
    ['Shift', 'straight'],
  ],
  chosen: [
    ['PgDn', 'next_corner'],
    ['← →', 'move'],
    ['I', 'add_corner'],
    ['Del', 'remove_corner'],
  ],
} as const

function KeyHints({ hints }: { readonly hints: (typeof CORNER_HINTS)[keyof typeof CORNER_HINTS] }) {
  const { t } = useTranslation('seat-maps')
  return (
    <div className={style.hints} id="editor-keys">
      {hints.map(([key, act]) => (
        <span key={key}>
          <Key name={key} /> {t(`keys.${act}`)}
        </span>
      ))}
    </div>
  )
}

const PHONE_TOOLS = ['block', 'paint', 'flag', 'gone'] as const
const PHONE_ICONS = {
  block: IconGridDots,
  paint: IconBrush,
  flag: IconFlag,
  gone: IconSquareRoundedMinus,
}

function PhoneEditor({ view, onView, cursor, pins, problems, problemsEnd, bar, onShowPoint }: EditorLayoutProps) {
  const { t } = useTranslation('seat-maps')
  const names = useNames()
  const { document, selection, select, setTool, change, tools } = useEditor()
  const [card, setCard] = useState<(typeof PHONE_TOOLS)[number]>(tools.includes('block') ? 'block' : 'paint')
  const section = wholeSection(document, selection)
  const open = (next: typeof card) => {
    setCard(next)
    if (next === 'paint') setTool('paint')
    else if (next === 'block') setTool('select')
    else {
      change({ flag: next === 'gone' ? 'gone' : 'wheelchair' })
      setTool('flag')
    }
  }
  const shown = PHONE_TOOLS.filter((each) => each === 'paint' || tools.includes('block'))
  return (
    <div className={style.phone}>
      <TopBar {...bar} />
      <div className={style.phoneMap}>
        <EditorCanvas view={view} onView={onView} names={names} cursor={cursor} pins={pins} />
        {/* Below the map, where they cover no seats. */}
        <div className={style.phoneStrip}>
          <FloorTabs />
          <ZoomButtons view={() => view.current} />
        </div>
      </div>
      <div className={style.phoneTools} role="group" aria-label={t('tools.label')}>
        {shown.map((each) => {
          const Icon = PHONE_ICONS[each]
          return (
            <button key={each} type="button" aria-pressed={each === card} onClick={() => open(each)}>
              <Icon size={22} stroke={1.75} aria-hidden />
              {t(`phone.${each}`)}
            </button>
          )
        })}
      </div>
      <div className={style.phoneCards}>
        {card === 'block' && (section === undefined ? <NewBlockCard short /> : <BlockCard section={section} short />)}
        {card === 'block' && section !== undefined && (
          <Button look="line" full onClick={() => select([])}>
            {t('phone.another')}
          </Button>
        )}
        {card === 'paint' && (
          <Pane title={t('category.title')} action={<AddCategory />}>
            <p className={style.tiny}>{t('phone.paint_hint')}</p>
            <CategoryList hasKeys={false} />
          </Pane>
        )}
        {card === 'flag' && (
          <Pane title={t('flag.title')}>
            <p className={style.tiny}>{t('phone.flag_hint')}</p>
            <FlagList marks={['wheelchair', 'companion', 'restricted', 'aisle', 'stairs_free']} />
          </Pane>
        )}
        {card === 'gone' && (
          <Pane title={t('phone.gone')}>
            <p className={style.tiny}>{t('phone.gone_hint')}</p>
          </Pane>
        )}
        <div ref={problemsEnd}>
          <ProblemsCard problems={problems} onShow={onShowPoint} />
        </div>
        <Note>{t('phone.drawing')}</Note>
      </div>
      <div className={style.phoneFoot}>
        <SavedState save={bar.save} />
        <PublishButton {...bar} size="big" full />
      </div>
    </div>
  )
}

import parts from './parts.module.css'

/** Line icons on a grid of 24 units: stroke 1.75, round caps. Each entry is a list of SVG path data. */
const PATHS = {
  ticket:
    'M4 6.5h16a1 1 0 0 1 1 1v2.3a2.3 2.3 0 0 0 0 4.4v2.3a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-2.3a2.3 2.3 0 0 0 0-4.4V7.5a1 1 0 0 1 1-1ZM14.5 9v.6M14.5 11.7v.6M14.5 14.4v.6',
  calendar: 'M6.5 5h11a3 3 0 0 1 3 3v9.500a3 3 0 0 1-3 3h-11a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3ZM3.5 10h17M8 3v4M16 3v4',
  pin: 'M12 21s7-6.1 7-11.200A7 7 0 0 0 5 9.800C5 14.9 12 21 12 21ZM9.4 9.800a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0',
  plus: 'M12 6v12M6 12h12',
  minus: 'M6 12h12',
  steer: 'M20.5 3.5 3.5 11l7 2.5 2.5 7 7.5-17Z',
  map: 'm3.5 6.5 5.5-2 6 2.5 5.5-2v13l-5.5 2-6-2.5-5.5 2v-13ZM9 4.500v13M15 7v13',
  shield: 'M12 3.5 5 6v5.500c0 4.3 2.9 7.4 7 9 4.1-1.6 7-4.7 7-9V6l-7-2.500ZM9 12l2.2 2.200L15.2 10',
  check: 'm5 12.5 4.5 4.500L19 7.5',
  cross: 'm7 7 10 10M17 7 7 17',
  rows: 'M9 7h11M9 12h11M9 17h11M4.5 7h.01M4.5 12h.01M4.5 17h.01',
  whole: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  go: 'm14.5 6-6 6 6 6',
  down: 'm6 9.5 6 6 6-6',
  people:
    'M5.5 8.500a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M2.5 19.500c.6-3.3 3.1-5.2 6.5-5.200s5.9 1.9 6.5 5.200M16 5.200a3.5 3.5 0 0 1 0 6.600M18 14.700c1.9.8 3.1 2.4 3.5 4.8',
  access: 'M9.5 4.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0M11 8v6h5l2.5 5M11 10.500h4M8.7 11.700a5 5 0 1 0 6.2 6.8',
  chat: 'M20.5 11.500c0 4.1-3.8 7.5-8.5 7.5-1.2 0-2.4-.2-3.4-.6L4 20l1.2-3.800a7 7 0 0 1-1.7-4.700C3.5 7.4 7.3 4 12 4s8.5 3.4 8.5 7.500ZM8.5 11.500h.01M12 11.500h.01M15.5 11.500h.01',
  clock: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M12 7.500V12l3 2',
  lock: 'M7.5 10.500h9a2.5 2.5 0 0 1 2.5 2.500v5a2.5 2.5 0 0 1-2.5 2.500h-9A2.5 2.5 0 0 1 5 18v-5a2.5 2.5 0 0 1 2.5-2.500ZM8 10.500V8a4 4 0 0 1 8 0v2.5',
  warn: 'M12 4 3 19.500h18L12 4ZM12 10v4M12 16.800h.01',
  wait: 'M12 3.500a8.5 8.5 0 1 1-8.5 8.5',
  phone:
    'M9.5 2.500h5A2.5 2.5 0 0 1 17 5v14a2.5 2.5 0 0 1-2.5 2.500h-5A2.5 2.5 0 0 1 7 19V5a2.5 2.5 0 0 1 2.5-2.500ZM11 18.500h2',
  file: 'M13.5 3.500H7a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V9l-5.5-5.500ZM13.5 3.500V9H19M12 12v5M9.7 14.9 12 17l2.3-2.1',
  share: 'M12 14.500V3.500M8 7l4-3.500L16 7M5 11.500v7a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-7',
  search: 'M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M20 20l-4.3-4.3',
  undo: 'M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-3',
  info: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M12 11v5M12 8h.01',
  spark: 'M12 3.500v4M12 16.500v4M3.5 12h4M16.5 12h4M6 6l2.7 2.700M15.3 15.3 18 18M18 6l-2.7 2.700M8.7 15.3 6 18',
  mail: 'M5.5 5.500h13a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2ZM4 7l8 6 8-6',
  upload: 'M12 15.500V5M8 8.5 12 5l4 3.500M5 19h14',
  bell: 'M6 16.500V11a6 6 0 1 1 12 0v5.500l1.500 2h-15l1.500-2ZM10 20.500a2.200 2.200 0 0 0 4 0',
  send: 'M20.5 3.5 10 14M20.5 3.5 14 20.500l-4-6.500-6.5-4 17-6.500Z',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.300l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.700l1-1',
  sun: 'M8.5 12a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M12 3.500v2M12 18.500v2M3.5 12h2M18.5 12h2M6 6l1.400 1.400M16.600 16.600 18 18M18 6l-1.400 1.400M7.400 16.600 6 18',
  leave: 'M14 5H7a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h7M10 12h10M17 9l3 3-3 3',
} as const

export type IconName = keyof typeof PATHS

interface LineIconProps {
  readonly path: string
  readonly turning?: boolean | undefined
}

/** Decorative: the text beside it carries the meaning. */
export const LineIcon = ({ path, turning }: LineIconProps) => (
  <svg className={turning ? `${parts.icon} ${parts.turning}` : parts.icon} viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
)

export const Icon = ({ name, turning }: { readonly name: IconName; readonly turning?: boolean }) => (
  <LineIcon path={PATHS[name]} turning={turning} />
)

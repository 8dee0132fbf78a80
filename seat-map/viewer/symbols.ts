import type { SymbolName } from '../model/document.ts'

/** Line icons on a grid of 24 units, for strokes with round ends. */
export const SYMBOL_PATHS: Readonly<Record<SymbolName, string>> = {
  stage: 'M15 13a5 5 0 1 0-4-4L4 18a2 2 0 1 0 2 2l9-7-4-4',
  entrance: 'M3 21h18M5 21V5a2 2 0 0 1 2-2h6M17 14v7M21 7h-7l3-3m0 6-3-3M13 12v.01',
  exit: 'M3 21h18M5 21V5a2 2 0 0 1 2-2h6M17 14v7M14 7h7l-3-3m0 6 3-3M13 12v.01',
  toilets:
    'M5 4.500a2 2 0 1 0 4 0a2 2 0 1 0-4 0M5.500 21v-5L4 15v-4a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v4l-1.500 1v5M15 4.500a2 2 0 1 0 4 0a2 2 0 1 0-4 0M15.500 21v-4h-2L16 10h2l2.500 7h-2v4M12 4v16',
  accessible:
    'M9 4a1.500 1.500 0 1 0 3 0a1.500 1.500 0 1 0-3 0M10.500 8v6h5.500l2.500 5.500M10.500 10.500h4.500M8 11.500a5 5 0 1 0 6.500 7',
  stairs: 'M21 4h-5v5.500h-5V15H6v5H2.500',
  lift: 'M5 3.500h14v17H5ZM9.500 10.500 12 8l2.500 2.500M9.500 14l2.500 2.500 2.500-2.500',
  bar: 'M5 4h14l-7 9ZM12 13v7M8 20.500h8M7 7h10',
  food: 'M8 21V3M5 3v4a3 3 0 0 0 6 0V3M17 21v-6h-3c0-5 1-10 3-12Z',
  cloakroom: 'M10 6a2 2 0 1 1 2.500 2L12 10l8 5a2 2 0 0 1-1 4H5a2 2 0 0 1-1-4l8-5',
  shop: 'M6 8.500h12l1 12H5ZM9 11V7.500a3 3 0 0 1 6 0V11',
  tickets:
    'M4 6h16a1 1 0 0 1 1 1v3a2 2 0 0 0 0 4v3a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-3a2 2 0 0 0 0-4V7a1 1 0 0 1 1-1ZM14.500 9v.5M14.500 12v.5M14.500 15v.5',
  first_aid: 'M9 4h6v5h5v6h-5v5H9v-5H4V9h5Z',
  parking: 'M5 3.500h14v17H5ZM10 17V7.500h3a3 3 0 0 1 0 6h-3',
  info: 'M3.500 12a8.500 8.500 0 1 0 17 0a8.500 8.500 0 1 0-17 0M12 11v5M12 8v.01',
}

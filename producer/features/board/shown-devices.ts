import type { GateBoard } from '@kartis/contract/gate-board.ts'

type Devices = Pick<GateBoard, 'devices' | 'ended_devices'>

/** Whether somebody should go and look at a device at work: it is out of contact, or scans of it never arrived. */
const needsHelp = ({ state, missing }: GateBoard['devices'][number]): boolean => state === 'silent' || missing !== null

/**
 * The devices that a screen has room for, and how many it leaves out: first those at work that need somebody, then
 * those whose permission ended with scans still on them, then the others. Without `most` all of them, as they came.
 */
export const shownDevices = (
  { devices, ended_devices: ended }: Devices,
  most = Number.POSITIVE_INFINITY,
): Devices & { readonly more: number } => {
  if (devices.length + ended.length <= most) return { devices, ended_devices: ended, more: 0 }
  const urgent = devices.filter(needsHelp).slice(0, most)
  const shownEnded = ended.slice(0, most - urgent.length)
  const others = devices.filter((device) => !needsHelp(device)).slice(0, most - urgent.length - shownEnded.length)
  const shown = [...urgent, ...others]
  return {
    devices: shown,
    ended_devices: shownEnded,
    more: devices.length + ended.length - shown.length - shownEnded.length,
  }
}

import { hasSound } from './device.ts'

type Outcome = 'success' | 'fail'

const SHAKES: Readonly<Record<Outcome, readonly number[]>> = { success: [90], fail: [70, 60, 70, 60, 140] }
const TONES: Readonly<Record<Outcome, readonly { hertz: number; at: number }[]>> = {
  success: [
    { hertz: 880, at: 0 },
    { hertz: 1320, at: 0.1 },
  ],
  fail: [
    { hertz: 220, at: 0 },
    { hertz: 180, at: 0.2 },
  ],
}
const LASTS = 0.14

let speaker: AudioContext | undefined

const beep = (outcome: Outcome): void => {
  speaker ??= new AudioContext()
  for (const { hertz, at } of TONES[outcome]) {
    const tone = speaker.createOscillator()
    const volume = speaker.createGain()
    const from = speaker.currentTime + at
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(0.25, from)
    volume.gain.exponentialRampToValueAtTime(0.001, from + LASTS)
    tone.connect(volume).connect(speaker.destination)
    tone.start(from)
    tone.stop(from + LASTS)
  }
}

/** Says the result to the hand, and to the ear where that is wanted: nobody at a door looks at the screen all the time. */
export const signal = (outcome: Outcome): void => {
  if ('vibrate' in navigator) navigator.vibrate([...SHAKES[outcome]])
  if (!hasSound()) return
  try {
    beep(outcome)
  } catch {
    // a device without sound still scans
  }
}

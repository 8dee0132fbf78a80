import { useRef, useState } from 'react'

/** Two soft tones. Browsers allow sound only after a click; `toggle` must therefore be called by one. */
export const useTurnSound = () => {
  const audio = useRef<AudioContext>(undefined)
  const [on, setOn] = useState(false)
  const tone = (context: AudioContext, pitch: number, after: number): void => {
    const oscillator = context.createOscillator()
    const gain = context.createGain()
    const start = context.currentTime + after
    oscillator.frequency.value = pitch
    gain.gain.setValueAtTime(0.0001, start)
    gain.gain.exponentialRampToValueAtTime(0.2, start + 0.04)
    gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.7)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(start)
    oscillator.stop(start + 0.75)
  }
  return {
    on,
    toggle: (): void => {
      audio.current ??= new AudioContext()
      void audio.current.resume()
      setOn(!on)
    },
    play: (): void => {
      if (!on || !audio.current) return
      tone(audio.current, 660, 0)
      tone(audio.current, 880, 0.22)
    },
  }
}

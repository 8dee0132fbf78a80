import css from './checkout.module.css'

const COLORS = ['#d9304f', '#f2b84b', '#a78bff', '#5b2be0', '#12a19a']

/** Confetti over the top of the page, paler further down. Always the same, so that hydration changes nothing. */
const SCRAPS = Array.from({ length: 56 }, (_, place) => {
  const y = (place * 97) % 340
  return {
    place,
    x: (place * 389 + 41) % 1280,
    y,
    turn: (place * 53) % 180,
    color: COLORS[place % COLORS.length] ?? '#5b2be0',
    round: place % 5 === 0,
    opacity: Math.max(0.12, 0.8 - y / 420),
  }
})

export const Confetti = () => (
  <div className={css.glow} aria-hidden="true">
    <svg viewBox="0 0 1280 400" preserveAspectRatio="xMidYMin slice">
      {SCRAPS.map(({ place, x, y, turn, color, round, opacity }) =>
        round ? (
          <circle key={place} cx={x} cy={y} r="4.5" fill={color} opacity={opacity} />
        ) : (
          <rect
            key={place}
            x="-9"
            y="-6"
            width="18"
            height="12"
            rx="3"
            fill={color}
            opacity={opacity}
            transform={`translate(${x} ${y}) rotate(${turn})`}
          />
        ),
      )}
    </svg>
  </div>
)

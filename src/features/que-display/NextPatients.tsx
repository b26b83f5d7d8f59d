import type { QueItem } from '#contract/calls/exam-queue.ts'
import { type ServiceStatus, waitsForScan } from '#domain/status/service-status.ts'
import { usePatientWords } from '#src/parts/patient-words/patient-words.ts'
import classes from './que-display.module.css'
import { Token } from './Token.tsx'

/** The number of cards that fit on the widest screens; more cards scroll. */
const STANDING = 6
const SECONDS_PER_CARD = 4

/** The strip of waiting patients. */
export function NextPatients({ items }: { items: readonly QueItem[] }) {
  const { queue: words } = usePatientWords()
  const waiting = items.filter(({ status }) => waitsForScan(status as ServiceStatus))
  const isScrolling = waiting.length > STANDING
  return (
    <section className={classes.next} aria-label={words.next}>
      <h2 className={classes.nextTitle}>{words.next}</h2>
      {waiting.length === 0 ? (
        <p className={classes.nobody}>{words.nobodyNext}</p>
      ) : (
        <div className={classes.window}>
          <div
            className={classes.belt}
            data-scrolling={isScrolling || undefined}
            style={{ '--belt-seconds': `${waiting.length * SECONDS_PER_CARD}s` } as React.CSSProperties}
          >
            <Cards items={waiting} />
            {/* The belt scrolls in a loop: the second copy follows the first. */}
            {isScrolling && <Cards items={waiting} isCopy />}
          </div>
        </div>
      )}
    </section>
  )
}

function Cards({ items, isCopy = false }: { items: readonly QueItem[]; isCopy?: boolean }) {
  const { queue: words } = usePatientWords()
  return (
    <ul className={classes.cards} aria-hidden={isCopy || undefined} data-copy={isCopy || undefined}>
      {items.map((item) => (
        <li key={item.id} className={classes.card} data-bring={item.is_bring_next === 'Y' || undefined}>
          <span className={classes.cardToken}>
            <Token {...item} />
          </span>
          <span className={classes.cardMachine}>{item.machine}</span>
          {item.is_bring_next === 'Y' && <strong className={classes.bring}>{words.bring}</strong>}
        </li>
      ))}
    </ul>
  )
}

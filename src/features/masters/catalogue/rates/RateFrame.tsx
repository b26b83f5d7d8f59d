import { Button, Text } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, useRef } from 'react'
import { OnlineButton } from '#src/ui/master/OnlineButton.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { notifyDone } from '#src/ui/notes/notify.ts'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { RefusalLine } from '#src/ui/refusal/RefusalLine.tsx'
import { useRefusal } from '#src/ui/refusal/use-refusal.ts'
import classes from '../catalogue.module.css'
import { COMMISSION_WORDS as WORDS } from '../words.ts'

/** The props that a rate editor receives from its dialog. */
export interface RateEditorProps {
  doctorId: string
  hospital: string
  onDirty: (isDirty: boolean) => void
  onClose: () => void
  /** The hospital field. */
  children: ReactNode
}

export interface RateFrameProps {
  filters: ReactNode
  /** The grid tracks of the rows, and their headings. */
  tracks: string
  headings: readonly string[]
  keys: readonly string[]
  renderRow: (key: string) => ReactNode
  rates: {
    isLoading: boolean
    failure: string | undefined
    changed: readonly string[]
    isChanged: (key: string) => boolean
    isSaving: boolean
    save: () => Promise<boolean>
  }
  /** Whether a changed row breaks a rule. */
  isWrong: boolean
  onClose: () => void
}

const ROW_HEIGHT = 44
const HEAD_HEIGHT = 32

/** The rate rows, virtualised, with the number of changes and Save below them. */
export function RateFrame(props: RateFrameProps) {
  const { filters, tracks, headings, keys, renderRow, rates, isWrong, onClose } = props
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- nothing of the virtualizer is memoised or handed on
  const virtualizer = useVirtualizer({
    count: keys.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    scrollPaddingStart: HEAD_HEIGHT,
  })
  const [box, showRefusal] = useRefusal()
  const save = async () => {
    if (await rates.save()) notifyDone(WORDS.saved)
    else showRefusal()
  }
  const style: CSSProperties = { gridTemplateColumns: tracks }
  return (
    <>
      <div className={classes.filters}>{filters}</div>
      {rates.isLoading ? (
        <SkeletonRows />
      ) : (
        <div ref={scroller} className={classes.scroller}>
          <div className={classes.head} style={style} aria-hidden>
            {headings.map((heading) => (
              <Text key={heading} size="sm" c="dimmed" className={classes.ellipsis}>
                {heading}
              </Text>
            ))}
          </div>
          {keys.length === 0 && <EmptyState title={WORDS.nothing} hint={WORDS.nothingHint} />}
          <div role="list" style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
            {virtualizer.getVirtualItems().map(({ index, start, size }) => {
              const key = keys[index] as string
              return (
                <div
                  key={key}
                  role="listitem"
                  className={classes.rate}
                  data-changed={rates.isChanged(key) || undefined}
                  style={{ ...style, height: size, transform: `translateY(${start}px)` }}
                >
                  {renderRow(key)}
                </div>
              )
            })}
          </div>
        </div>
      )}
      <div className={classes.footer} ref={box}>
        <RefusalLine words={rates.failure === undefined ? [] : [rates.failure]} takesFocus />
        <Text c={isWrong ? 'red.4' : 'dimmed'} role="status">
          {isWrong ? WORDS.wrong : rates.changed.length > 0 ? WORDS.changed(rates.changed.length) : ''}
        </Text>
        <Button variant="default" onClick={onClose}>
          {WORDS.close}
        </Button>
        <OnlineButton
          loading={rates.isSaving}
          refusal={isWrong ? WORDS.wrong : rates.changed.length === 0 ? WORDS.nothingChanged : undefined}
          onClick={() => void save()}
        >
          {WORDS.save}
        </OnlineButton>
      </div>
    </>
  )
}

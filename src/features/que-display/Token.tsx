import classes from './que-display.module.css'

/**
 * The patient's token number, with the initials if the centre shows them; the number is written left to right
 * in every language.
 */
export function Token({ pat_id, initials }: { pat_id: string; initials: string }) {
  return (
    <>
      <bdi dir="ltr">{pat_id}</bdi>
      {initials !== '' && <bdi className={classes.initials}>{initials}</bdi>}
    </>
  )
}

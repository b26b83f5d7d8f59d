import { Modal, type ModalProps } from '@mantine/core'
import classes from './dialog.module.css'
import { TopmostDialog } from './TopmostDialog.tsx'

/** A dialog over the page or over another dialog; with `closeOnEscape={false}` only its buttons close it. */
export function Dialog({ closeOnEscape = true, children, ...modal }: ModalProps) {
  return (
    <Modal {...modal} closeOnEscape={false}>
      {modal.opened && (
        <TopmostDialog className={classes.inside} onEscape={() => closeOnEscape && modal.onClose()}>
          {children}
        </TopmostDialog>
      )}
    </Modal>
  )
}

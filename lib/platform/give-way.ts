import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/*
 * Whoever asks for a rate goes first: work that takes long gets less processor time than what answers, while both want it. Not the
 * lowest priority: beside four busy programs on two cores a sign-in then took 12 s.
 */

/** Lowers the priority of the calling thread; on Linux alone, where each thread has one of its own. */
export function letThreadGiveWay(): void {
  try {
    setPriority(
      Number(basename(readlinkSync('/proc/thread-self'))),
      constants.priority.PRIORITY_BELOW_NORMAL,
    );
  } catch {
    // There is no such file or no such right; such threads are few enough all the same.
  }
}

/** Lowers the priority of a process that was just started; 0 is this one, undefined one that did not start. */
export function letProcessGiveWay(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, which is heard of elsewhere.
  }
}

/** The two engines that the one query layer speaks to. */
export type Engine = 'sqlite' | 'postgres';

/** A file that is looked into without being read whole. */
export interface ReadableFile {
  readonly size: number;
  /** Fewer bytes where the file ends. */
  read(offset: number, length: number): Promise<Buffer>;
}

/** What a container says of its tracks, as it names them. */
export interface Tracks {
  readonly isCutShort: boolean;
  readonly seconds?: number;
  readonly width?: number;
  readonly height?: number;
  readonly video?: string;
  readonly audio?: string;
}

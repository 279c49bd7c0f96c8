import type { Scene } from "../src/noiseView/drawing/scene.ts";
import type { Camera } from "./camera.ts";
import { html } from "./dom.ts";

const maxWidth = 132;
const maxHeight = 168;

/** The whole drawing, small, with a frame around its visible part. It is shown unless
 * all is visible. Keys reach all of it too, so it is hidden from screen readers. */
export class Minimap {
  readonly element: HTMLElement;
  private readonly canvas = html("canvas");
  private readonly frame = html("div", { class: "minimap-frame" });
  private readonly camera: Camera;
  private scene: Scene | undefined;
  private scale = 1;

  constructor(camera: Camera) {
    this.camera = camera;
    this.element = html(
      "div",
      { class: "minimap", "aria-hidden": "true", hidden: true },
      this.canvas,
      this.frame,
    );
    const go = (event: PointerEvent): void => {
      const box = this.canvas.getBoundingClientRect();
      const x = (event.clientX - box.left) / this.scale;
      const y = (event.clientY - box.top) / this.scale;
      camera.set(camera.centred({ x, y, width: 0, height: 0 }, camera.view.zoom));
    };
    this.element.addEventListener("pointerdown", (event) => {
      this.element.setPointerCapture(event.pointerId);
      go(event);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (event.buttons & 1) go(event);
    });
  }

  /** Draws a scene in the colours that `colourOf` reads from the drawing. */
  show(scene: Scene | undefined, colourOf: (index: number) => string): void {
    this.scene = scene;
    if (!scene) {
      this.element.hidden = true;
      return;
    }
    this.scale = Math.min(maxWidth / scene.width, maxHeight / scene.height);
    const width = Math.max(12, Math.round(scene.width * this.scale));
    const height = Math.max(12, Math.round(scene.height * this.scale));
    const sharpness = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * sharpness);
    this.canvas.height = Math.round(height * sharpness);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    const context = this.canvas.getContext("2d");
    if (!context) return;
    context.scale(sharpness, sharpness);
    scene.nodes.forEach((node, index) => {
      context.fillStyle = colourOf(index);
      const wide = Math.max(1.5, node.width * this.scale);
      const high = Math.max(1.5, node.height * this.scale);
      context.fillRect(node.x * this.scale, node.y * this.scale, wide, high);
    });
    this.follow();
  }

  /** Puts the frame around the camera's view. */
  follow(): void {
    const { scene, camera, scale } = this;
    if (!scene) return;
    const { x, y, zoom } = camera.view;
    const left = -x / zoom;
    const top = -y / zoom;
    const width = camera.width / zoom;
    const height = camera.height / zoom;
    const isAllVisible =
      left <= 40 && top <= 40 && left + width >= scene.width - 40 && top + height >= scene.height - 40;
    this.element.hidden = isAllVisible;
    if (isAllVisible) return;
    const clamp = (value: number, limit: number) => Math.min(Math.max(0, value), limit);
    const frame = {
      left: clamp(left, scene.width) * scale,
      top: clamp(top, scene.height) * scale,
      right: clamp(left + width, scene.width) * scale,
      bottom: clamp(top + height, scene.height) * scale,
    };
    const style = this.frame.style;
    style.transform = `translate(${Math.round(frame.left)}px, ${Math.round(frame.top)}px)`;
    style.width = `${Math.max(4, Math.round(frame.right - frame.left))}px`;
    style.height = `${Math.max(4, Math.round(frame.bottom - frame.top))}px`;
  }
}
